import { toBinary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { KeyEnvironment, ResolveKeyResponseSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { type AccountsFixture, startAccounts } from './accounts-fixture.ts';

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

const secondsFrom = (start: Date, seconds: number) => new Date(start.getTime() + seconds * 1000);

test.each([
  ['live', KeyEnvironment.LIVE],
  ['test', KeyEnvironment.TEST],
] as const)('a %s key resolves to its environment, team and plan', async (environment, expected) => {
  const { value, stored } = await accounts.create({ environment, email: `${environment}@example.org`, planId: 'pro' });
  const { key } = await accounts.resolve(value);
  expect(key).toMatchObject({
    id: stored.id,
    environment: expected,
    teamId: stored.teamId,
    plan: { id: 'pro', callsPerMonth: 5_000_000n, callsPerSecond: 100, streamsPerKey: 50, sendsPerMinute: 60 },
    allowedNetworks: [],
    maySend: false,
  });
  expect(key?.expiresAt).toBeUndefined();
});

test('limits that a plan does not have are absent, and the networks and origins of a key are named', async () => {
  const { value } = await accounts.create({
    email: 'zoe@example.org',
    planId: 'unlimited',
    allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
    allowedOrigins: ['HTTPS://App.example.com:443/'],
  });
  const { key } = await accounts.resolve(value);
  expect(key?.plan).toMatchObject({ id: 'unlimited' });
  const { callsPerMonth, callsPerSecond, sendsPerMinute } = key?.plan ?? {};
  expect([callsPerMonth, callsPerSecond, sendsPerMinute]).toEqual([undefined, undefined, undefined]);
  expect(key?.allowedNetworks).toEqual(['203.0.113.0/24', '2001:db8::/32']);
  expect(key?.allowedOrigins).toEqual(['https://app.example.com']);
});

test('unknown, revoked and expired keys get the same bytes', async () => {
  const { now } = accounts.clock;
  const revoked = await accounts.create();
  await accounts.revoke(revoked.stored);
  const expired = await accounts.create({ expiresAt: secondsFrom(now, 1) });
  accounts.clock.now = secondsFrom(now, 1);
  const answers = await Promise.all([generateApiKey('lg', 'live'), revoked.value, expired.value].map(accounts.resolve));
  for (const answer of answers) expect(toBinary(ResolveKeyResponseSchema, answer)).toHaveLength(0);
});

test('a key works until its expiry and not at it, and the gateway learns the second', async () => {
  const { now } = accounts.clock;
  const expiresAt = secondsFrom(now, 60);
  const { value } = await accounts.create({ expiresAt });
  accounts.clock.now = new Date(expiresAt.getTime() - 1);
  const { key } = await accounts.resolve(value);
  expect(key?.expiresAt).toBe(BigInt(Math.floor(expiresAt.getTime() / 1000)));
  accounts.clock.now = expiresAt;
  expect((await accounts.resolve(value)).key).toBeUndefined();
});

test('a revoked key stays revoked, since when it first was', async () => {
  const { value, stored } = await accounts.create();
  expect((await accounts.resolve(value)).key?.id).toBe(stored.id);
  const first = accounts.clock.now;
  await accounts.revoke(stored);
  accounts.clock.now = secondsFrom(first, 60);
  await accounts.revoke(stored);
  expect((await accounts.resolve(value)).key).toBeUndefined();
  expect(await accounts.db.apiKey.findUnique({ where: { id: stored.id } })).toMatchObject({ revokedAt: first });
});

test('the last use is noted, at most once a minute, and only of keys that work', async () => {
  const { value, stored } = await accounts.create();
  const lastUsedAt = async () => (await accounts.db.apiKey.findUniqueOrThrow({ where: { id: stored.id } })).lastUsedAt;
  expect(await lastUsedAt()).toBeNull();
  const start = accounts.clock.now;
  for (const [seconds, noted] of [
    [0, 0],
    [59, 0],
    [60, 60],
  ] as const) {
    accounts.clock.now = secondsFrom(start, seconds);
    await accounts.resolve(value);
    expect(await lastUsedAt()).toEqual(secondsFrom(start, noted));
  }
  await accounts.revoke(stored);
  accounts.clock.now = secondsFrom(start, 600);
  await accounts.resolve(value);
  expect(await lastUsedAt()).toEqual(secondsFrom(start, 60));
});

test.each([0, 31, 33])('a hash of %d bytes is an error of the caller', async (length) => {
  await expect(accounts.client.resolveKey({ keyHash: new Uint8Array(length) })).rejects.toThrow('[invalid_argument]');
});

test('nothing of a key but its last four characters is stored', async () => {
  const { value, stored } = await accounts.create();
  const row = await accounts.db.$queryRaw<
    { text: string }[]
  >`SELECT k::text AS text FROM api_key k WHERE id = ${stored.id}::uuid`;
  expect(row).toHaveLength(1);
  expect(row[0]?.text).toContain(value.slice(-4));
  expect(row[0]?.text).not.toContain(value.slice(-5));
});

test('a database that is away is not an answer about the key, and is not described to the caller', async () => {
  const other = await startAccounts();
  try {
    const { value } = await other.create();
    await other.dropDatabase();
    const error = await other.resolve(value).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: Code.Unavailable, rawMessage: 'keys cannot be looked up now' });
  } finally {
    await other.stop();
  }
});
