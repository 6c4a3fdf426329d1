import { hash } from 'node:crypto';
import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { LimitedKeys } from './limited-keys.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile({ newOperationsPerMinute: 3 }, { Query: { networks: () => [] } });
const keys = new LimitedKeys(stand);

const named = (name: string) => JSON.stringify({ query: `query ${name} { networks { name } }` });
const test3 = () => keys.make({ environment: KeyEnvironment.TEST });

test('a key may send so many new operations; known ones, from whichever key first, go on', async () => {
  const [mine, other] = [test3(), test3()];
  for (const name of ['A', 'B', 'C']) expect((await keys.ask(mine.key, named(name))).status).toBe(200);
  const refused = await keys.ask(mine.key, named('D'));
  expect([refused.status, refused.body.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED']);
  const retryAfter = Number(refused.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(20);
  expect(refused.body.errors?.[0]?.extensions.retryAfter).toBe(retryAfter);
  expect(refused.body.extensions?.chain).toHaveLength(1);

  expect((await keys.ask(other.key, named('D'))).status).toBe(200);
  for (const name of ['A', 'B', 'C', 'D']) {
    for (let again = 0; again < 5; again++) expect((await keys.ask(mine.key, named(name))).status).toBe(200);
  }
  expect(await keys.reported(mine.id, 24)).toEqual({ ANSWERED: 23, RATE_LIMITED: 1 });
});

test('one operation with any number of values is one', async () => {
  const { key } = test3();
  const query = 'query ($id: String!) { network(chainId: $id) { name } }';
  for (let i = 0; i < 10; i++) {
    expect((await keys.ask(key, JSON.stringify({ query, variables: { id: `chain ${i}` } }))).status).toBe(200);
  }
});

test('an invalid operation is never known, and takes from it each time; a refusal takes nothing from the month', async () => {
  stand.quotas.limit = 100n;
  const { key, id } = keys.make({ month: 100n });
  const before = stand.quotas.totalSpent();
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await keys.ask(key, '{"query":"{ nonsense }"}')).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
  expect(await keys.reported(id, 4)).toEqual({ REJECTED: 3, RATE_LIMITED: 1 });
  expect(stand.quotas.totalSpent() - before).toBe(0n);
});

test('introspection by other values is new work each time, and by the same values none', async () => {
  const { key } = test3();
  const body = (name: string) =>
    JSON.stringify({ query: 'query ($name: String!) { __type(name: $name) { name } }', variables: { name } });
  const names = ['Block', 'Transaction', 'Identity', 'Block', 'Currency', 'Block'];
  const statuses = [];
  for (const name of names) statuses.push((await keys.ask(key, body(name))).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 200]);
});

test('an operation that is asked for by its hash and has lost its plan counts as new again', async () => {
  const { key } = keys.make({ environment: KeyEnvironment.TEST });
  // Long ones: a few of them push each other out.
  const query = (index: number) => `query Long${index} { networks { name } }${','.repeat(60_000)}`;
  const asked = (index: number, isByHash: boolean) => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query(index)) } };
    return JSON.stringify(isByHash ? { extensions } : { query: query(index), extensions });
  };
  const all = Array.from({ length: 9 }, (_, index) => index);
  for (const index of all) {
    // Other keys ask first, so that this one has not used what it may ask for.
    expect((await keys.ask(test3().key, asked(index, false))).status).toBe(200);
  }
  const { operations } = stand.supergraphs.graphs.current;
  expect(operations.knows(query(0), '')).toBe(false);
  const statuses = [];
  for (const index of all.slice(0, 4)) statuses.push((await keys.ask(key, asked(index, true))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
