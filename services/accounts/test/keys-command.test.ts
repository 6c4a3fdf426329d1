import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { KeyChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import { type Commands, pepper, startCommands, writeAccountsEnv } from './run-command.ts';

let commands: Commands;
beforeAll(async () => {
  commands = await startCommands();
});
afterAll(() => commands.stop());

const run: Commands['run'] = (...args) => commands.run(...args);
const runJson: Commands['runJson'] = (...args) => commands.runJson(...args);
const makeKey: Commands['makeKey'] = (...args) => commands.makeKey(...args);

function lastAnnounced(): string {
  const { subject, payload } = commands.nats.published.at(-1) ?? { subject: '', payload: new Uint8Array() };
  expect(subject).toBe('here.accounts.v1.key-changed');
  return Buffer.from(fromBinary(KeyChangedSchema, payload).keyHash).toString('hex');
}
const hashOf = (value: string) => Buffer.from(hashApiKey(value, pepper)).toString('hex');

test('a key is made, listed without its value, revoked, and gateways hear of it', async () => {
  const made = await run(
    'keys',
    'create',
    '--live',
    '--name',
    'the shop',
    '--user',
    'ann@example.org',
    '--plan',
    'pro',
  );
  const value = made.out.trim();
  expect(made.code).toBe(0);
  expect(parseApiKey(value, 'lg')?.environment).toBe('live');
  expect(made.err).toContain('not shown again');

  const listed = await run('keys', 'list');
  expect(listed.out).toMatch(new RegExp(`lg_live_…${value.slice(-4)} +active +the shop +ann-[a-z0-9]{8} +pro`));
  expect(listed.out + listed.err).not.toContain(value.slice(0, -4));

  expect(await run('keys', 'revoke', value.slice(-4))).toMatchObject({ code: 0, err: '' });
  expect(lastAnnounced()).toBe(hashOf(value));
  expect((await run('keys', 'list')).out).toMatch(/….{4} +revoked +the shop/);
});

test('JSON holds the key once, and the same of it afterwards in the list', async () => {
  const { value: key, ...made } = await makeKey('--test', '--expires', '2099-12-31');
  expect(parseApiKey(key, 'lg')?.environment).toBe('test');
  expect(made).toMatchObject({
    name: 'test key',
    team: { slug: expect.stringMatching(/^operator-[a-z0-9]{8}$/) },
    plan: 'free',
    expiresAt: '2099-12-31T00:00:00.000Z',
  });
  const list: { id: string }[] = await runJson('keys', 'list');
  expect(list.find(({ id }) => id === made.id)).toEqual(made);
  expect(made.masked).toBe(`lg_test_…${key.slice(-4)}`);
  expect(JSON.stringify(list)).not.toContain(key);
});

test('a key is made for a team, to be used from some networks only, and listed with the team’s', async () => {
  const { slug } = (await makeKey('--live', '--user', 'bob@example.org')).team;
  const made = await run(
    'keys',
    'create',
    '--live',
    '--team',
    slug,
    '--allow',
    '203.0.113.9/24',
    '--allow',
    '2001:DB8::1',
  );
  expect(made.code).toBe(0);
  const list: { allowedNetworks: string[]; team: { slug: string } }[] = await runJson('keys', 'list', '--team', slug);
  expect(list.map(({ allowedNetworks }) => allowedNetworks)).toEqual([[], ['203.0.113.0/24', '2001:db8::1/128']]);
  expect(new Set(list.map(({ team }) => team.slug))).toEqual(new Set([slug]));
});

test('a key is revoked by its full text and by its id; twice is no error', async () => {
  const { value: key, id } = await makeKey('--test');
  expect((await run('keys', 'revoke', key)).out).toMatch(/^lg_test_….{4} is revoked\.\n$/);
  expect(await run('keys', 'revoke', id)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is revoked'),
  });
});

test('a key is rotated: both work for the grace period, and the old one cannot be rotated again', async () => {
  const old = await makeKey('--live', '--name', 'worker');
  const before = Date.now();
  const made = await run('keys', 'rotate', old.id, '--grace', '2h');
  const after = Date.now();
  expect(lastAnnounced()).toBe(hashOf(old.value));
  expect(parseApiKey(made.out.trim(), 'lg')?.environment).toBe('live');
  const list: { id: string; replacedById: string; expiresAt: string }[] = await runJson('keys', 'list');
  const [replaced, replacement] = [list.find(({ id }) => id === old.id), list.at(-1)];
  expect(replaced).toMatchObject({ state: 'active', replacedById: replacement?.id });
  const end = Date.parse(replaced?.expiresAt ?? '');
  expect(end).toBeGreaterThanOrEqual(before + 7_200_000);
  expect(end).toBeLessThanOrEqual(after + 7_200_000);
  expect(replacement).toMatchObject({ name: 'worker', state: 'active', expiresAt: null });
  expect(await run('keys', 'rotate', old.id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('rotated before'),
  });
});

test('without grace the old key is revoked at once', async () => {
  const old = await makeKey('--test');
  const { value } = await runJson('keys', 'rotate', old.id, '--grace', '0');
  expect(parseApiKey(value, 'lg')?.environment).toBe('test');
  const list: { id: string; state: string }[] = await runJson('keys', 'list');
  expect(list.find(({ id }) => id === old.id)?.state).toBe('revoked');
});

test('name, expiry and allow-list of a key are changed, and nothing else', async () => {
  const { value: key, ...made } = await makeKey('--test', '--allow', '203.0.113.1');
  const args = ['--name', 'other', '--expires', '2099-01-01T12:00:00+02:00', '--allow-any'];
  const changed = await runJson('keys', 'change', made.id, ...args);
  expect(lastAnnounced()).toBe(hashOf(key));
  const { team: _team, plan: _plan, ...shown } = made;
  expect(changed).toEqual({
    ...shown,
    name: 'other',
    expiresAt: '2099-01-01T10:00:00.000Z',
    allowedNetworks: [],
  });
  expect((await runJson('keys', 'change', made.id, '--expires', 'never')).expiresAt).toBeNull();
});

test('a key names its origins, which are shown and can be taken back', async () => {
  const pages = ['--origin', 'HTTPS://App.Example.com/', '--origin', 'http://localhost:5173'];
  const made = await run('keys', 'create', '--test', '--name', 'in a page', ...pages);
  const list: { id: string; name: string; allowedOrigins: string[] }[] = await runJson('keys', 'list');
  const listed = list.find(({ name }) => name === 'in a page');
  expect(listed?.allowedOrigins).toEqual(['https://app.example.com', 'http://localhost:5173']);
  expect((await run('keys', 'list')).out).toContain('https://app.example.com http://localhost:5173');
  const id = listed?.id ?? '';
  expect((await runJson('keys', 'change', id, '--origin', 'https://b.example')).allowedOrigins).toEqual([
    'https://b.example',
  ]);
  expect(lastAnnounced()).toBe(hashOf(made.out.trim()));
  expect((await runJson('keys', 'change', id, '--any-origin')).allowedOrigins).toEqual([]);
  for (const text of ['*', 'null', 'app.example.com', 'https://app.example.com/x', 'https://a\u0000b.example']) {
    const { code, err } = await run('keys', 'create', '--test', '--origin', text).catch(() => ({ code: 2, err: '' }));
    expect([text, code === 0, /is no origin|An origin, such as/.test(err) || text.includes('\u0000')]).toEqual([
      text,
      false,
      true,
    ]);
  }
});

test('with the bus away a key is revoked all the same, and the command reports what that means', async () => {
  const { id } = await makeKey('--live');
  const env = { ...commands.environment, NATS_URL: 'nats://127.0.0.1:1' };
  expect(await commands.runProcess(['keys', 'revoke', id], { env })).toMatchObject({
    code: 0,
    err: expect.stringContaining('could not be notified'),
  });
  expect(await run('keys', 'revoke', id)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is revoked'),
  });
});

test('a key only reads until it is made with the permission to send, or gets it, and until that is taken', async () => {
  const made = await run('keys', 'create', '--test', '--name', 'sender', '--may-send');
  expect(made).toMatchObject({ code: 0 });
  const { value: key, ...reader } = await makeKey('--live', '--name', 'reader');
  expect(reader.maySend).toBe(false);
  const columns = async () => (await run('keys', 'list')).out.split('\n').map((line) => line.split(/ {2,}/));
  const cellOf = async (name: string) => {
    const [headings = [], ...rows] = await columns();
    return rows.find((row) => row.includes(name))?.[headings.indexOf('MAY SEND')];
  };
  expect([await cellOf('sender'), await cellOf('reader')]).toEqual(['yes', '-']);

  const allowed = await run('keys', 'allow-sending', reader.id);
  expect(allowed).toMatchObject({ code: 0, out: expect.stringContaining(' may send transactions') });
  expect(lastAnnounced()).toBe(hashOf(key));
  expect(await cellOf('reader')).toBe('yes');
  const { value, key: rotated } = await runJson('keys', 'rotate', key);
  expect(rotated).toMatchObject({ maySend: true });

  expect(await runJson('keys', 'forbid-sending', rotated.id)).toMatchObject({ id: rotated.id, maySend: false });
  expect(lastAnnounced()).toBe(hashOf(value));
  const record: { action: string; subjectId: string; actor: object }[] = await runJson('audit', '--limit', '3');
  expect(record.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['key.forbid-sending', rotated.id],
    ['key.rotate', reader.id],
    ['key.allow-sending', reader.id],
  ]);
  expect(record.map(({ actor }) => actor)).toEqual(Array(3).fill(expect.objectContaining({ kind: 'operator' })));
});

test('a leak report is judged without any database, and no key is repeated', async () => {
  const [ours, theirs] = [generateApiKey('lg', 'live'), generateApiKey('other', 'live')];
  const stdin = `found: "${ours}", ${ours.slice(0, -1)}0x and ${theirs}\n`;
  const found = await commands.runProcess(['keys', 'check'], { env: {}, stdin });
  expect(found).toMatchObject({ code: 0, err: '' });
  expect(found.out).toMatch(new RegExp(`^KEY +ENVIRONMENT\nlg_live_…${ours.slice(-4)} +live\n$`));
  expect(await run('keys', 'check', theirs)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('no key'),
  });
  expect((await runJson('keys', 'check', theirs, '--brand', 'other')).length).toBe(1);
});

test.each([
  ['an unknown plan', ['create', '--live', '--plan', 'gold'], 'free, pro, scale, unlimited'],
  ['an unknown team', ['create', '--live', '--team', 'no-such-team'], 'There is no team "no-such-team"'],
  ['a date gone by', ['create', '--live', '--expires', '2020-01-01'], 'in the future'],
  ['a list of an unknown team', ['list', '--team', 'no-such-team'], 'There is no team "no-such-team"'],
  ['an unknown key', ['revoke', '0000'], 'There is no key'],
  ['a permission for an unknown key', ['allow-sending', '0000'], 'There is no key'],
  ['a mistyped key', ['rotate', 'lg_live_0'], 'neither the id of a key'],
])('%s is refused in one plain sentence, and nothing is written', async (_what, args, message) => {
  const before = await commands.db.auditEntry.count();
  const { code, out, err } = await run('keys', ...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(message);
  expect(await commands.db.auditEntry.count()).toBe(before);
});

test('the local stack is worked on without an environment, and against it if its directory is named', async () => {
  const missing = await commands.runProcess(['keys', 'list'], { env: {} });
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('npm start') });
  const stack = join(commands.folder, '.ledgergraph');
  await mkdir(stack);
  await writeAccountsEnv(stack, commands.environment);
  const created = await commands.runProcess(['keys', 'create', '--live', '--json'], { env: {} });
  const { value: key } = JSON.parse(created.out);
  const env = { ...commands.environment, DATABASE_URL: 'postgresql://127.0.0.1:1/elsewhere' };
  const listed = await commands.runProcess(['keys', 'list', '--data', stack], { env });
  expect(listed).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`lg_live_…${key.slice(-4)}`) });
});

test('a database that is away is reported', async () => {
  const env = { ...commands.environment, DATABASE_URL: 'postgresql://ann:secret@127.0.0.1:1/accounts' };
  const { code, err } = await commands.runProcess(['keys', 'list'], { env });
  expect(code).toBe(1);
  expect(err).toContain('cannot be answered now');
  expect(err).not.toContain('secret');
});
