import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { type Answer, PEPPER } from './gateway-stand.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile();

const ask = (authorization?: string): Promise<Answer> =>
  stand.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    body: '{"query":"{ __typename }"}',
  });

function newKey(environment: 'live' | 'test' = 'test'): string {
  const key = generateApiKey('lg', environment);
  stand.keys.set(key, { environment: environment === 'live' ? KeyEnvironment.LIVE : KeyEnvironment.TEST });
  return key;
}

function changed(key: string): Promise<void> {
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
  // The bus delivers in the next turn.
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

const missing: [string, string | undefined][] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['another scheme', 'Basic bGc6bGc='],
];
const malformed: [string, (key: string) => string][] = [
  ['no key', () => 'Bearer'],
  ['an empty key', () => 'Bearer '],
  ['a mistyped key', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  ['a cut key', (key) => `Bearer ${key.slice(0, -1)}`],
  ['another brand', () => `Bearer ${generateApiKey('other', 'test')}`],
  ['two keys', (key) => `Bearer ${key} ${key}`],
  ['a key in quotes', (key) => `Bearer "${key}"`],
];

test.each(missing)('%s: 401 that asks for a key', async (_what, header) => {
  const { status, headers, body } = await ask(header);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer realm="ledgergraph"');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHORIZED' } }] });
  expect(stand.keyQuestions).toBe(0);
});

test.each(malformed)('%s: 401 without a look-up', async (_what, header) => {
  const { status, headers } = await ask(header(stand.testKey));
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer realm="ledgergraph", error="invalid_token"');
  expect(stand.keyQuestions).toBe(0);
});

test('malformed, unknown, expired, and a prefix that is not the stored environment are refused alike', async () => {
  const expired = newKey();
  stand.keys.set(expired, { environment: KeyEnvironment.TEST, expiresAt: 1n });
  const relabelled = generateApiKey('lg', 'live');
  stand.keys.set(relabelled, { environment: KeyEnvironment.TEST });
  const answers = await Promise.all(
    ['lg_test_x', generateApiKey('lg', 'test'), expired, relabelled].map((key) => ask(`Bearer ${key}`)),
  );
  const seen = answers.map(({ status, text, headers }) => [status, text, headers.get('www-authenticate')]);
  expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(seen[0]).toEqual([401, expect.stringContaining('UNAUTHORIZED'), expect.stringContaining('invalid_token')]);
});

test('a good key works, in any spelling of the scheme, also over GET', async () => {
  expect((await ask(`Bearer ${stand.testKey}`)).body.data).toEqual({ __typename: 'Query' });
  expect((await ask(`bearer   ${stand.testKey}`)).status).toBe(200);
  const got = await stand.fetch('/graphql?query={__typename}', {
    headers: { authorization: `Bearer ${stand.liveKey}` },
  });
  expect(got.body.data).toEqual({ __typename: 'Query' });
});

test('a key in use is not looked up again, and many at once are one look-up', async () => {
  const key = newKey();
  await Promise.all(Array.from({ length: 20 }, () => ask(`Bearer ${key}`)));
  await ask(`Bearer ${key}`);
  expect(stand.keyQuestions).toBe(1);
});

test('a revoked key stops at once when its change is heard', async () => {
  const key = newKey();
  expect((await ask(`Bearer ${key}`)).status).toBe(200);
  stand.keys.delete(key);
  expect((await ask(`Bearer ${key}`)).status).toBe(200);
  await changed(key);
  expect((await ask(`Bearer ${key}`)).status).toBe(401);
});

test('while accounts is away a key that was good goes on, one that is not known waits with 503', async () => {
  const key = newKey();
  await ask(`Bearer ${key}`);
  stand.accountsAway = true;
  expect((await ask(`Bearer ${key}`)).status).toBe(200);
  const { status, headers, text } = await ask(`Bearer ${newKey()}`);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(text).not.toMatch(/ECONN|10\.0\.0/);
  await changed(key);
  expect((await ask(`Bearer ${key}`)).status).toBe(503);
});

test('the key itself is nowhere: not in a log, not in an answer, not at a subgraph', async () => {
  await stand.query('{ nonsense }');
  await stand.query('{ networks { name } }');
  await ask(`Bearer ${generateApiKey('lg', 'test')}`);
  const seen = JSON.stringify([stand.logLines, stand.requests().map(({ headers }) => headers)]);
  expect(stand.requests().length).toBeGreaterThan(0);
  expect(seen).not.toMatch(/lg_(test|live)_/);
});
