import { AccountsError } from '#/accounts-error.ts';
import { getKey } from '#/keys/get-key.ts';
import { type AccountsFixture, startAccounts } from './accounts-fixture.ts';

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

const get = (reference: string) =>
  getKey(accounts.settings, { db: accounts.db, now: () => accounts.clock.now }, reference);

async function codeOf(action: Promise<unknown>): Promise<string> {
  const error = await action.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AccountsError ? error.code : `no AccountsError but ${error}`;
}

test('keys of one user share their team, whatever the case of the address, also when made at once; the default plan is free', async () => {
  const emails = ['Bob@Example.org', 'bob@example.ORG', 'bob@example.org'];
  const made = await Promise.all(emails.map((email) => accounts.create({ email })));
  expect(new Set(made.map(({ stored }) => stored.teamId)).size).toBe(1);
  const [team] = await accounts.db.team.findMany({
    where: { members: { some: { user: { email: 'bob@example.org' } } } },
    include: { members: true, keys: true },
  });
  expect(team).toMatchObject({ name: 'bob’s team', planId: 'free', members: [{ role: 'owner' }] });
  expect(team?.slug).toMatch(/^bob-[a-z0-9]{8}$/);
  expect(team?.keys).toHaveLength(3);
});

test('a refused request leaves nothing behind', async () => {
  const { db } = accounts;
  const counts = () =>
    Promise.all([db.user.count(), db.team.count(), db.member.count(), db.apiKey.count(), db.auditEntry.count()]);
  const before = await counts();
  expect(await codeOf(accounts.create({ email: 'new@example.org', planId: 'gold' }))).toBe('UNKNOWN_PLAN');
  expect(await codeOf(accounts.create({ email: 'new@example.org', expiresAt: accounts.clock.now }))).toBe(
    'EXPIRY_NOT_AHEAD',
  );
  expect(await counts()).toEqual(before);
});

test('a new key does not move its team to another plan', async () => {
  const { stored } = await accounts.create({ email: 'cleo@example.org', planId: 'pro' });
  expect(await codeOf(accounts.create({ email: 'cleo@example.org', planId: 'unlimited' }))).toBe('TEAM_ON_OTHER_PLAN');
  expect(await accounts.db.team.findUnique({ where: { id: stored.teamId } })).toMatchObject({ planId: 'pro' });
});

test('a key is found by its id, its last four characters and its full text', async () => {
  const { value, stored } = await accounts.create();
  for (const reference of [stored.id, stored.id.toUpperCase(), value.slice(-4), value])
    expect((await get(reference)).id).toBe(stored.id);
});

test('neither of two keys with the same last four characters is guessed, until one of them no longer works', async () => {
  const [first, second] = [await accounts.create({ name: 'first' }), await accounts.create({ name: 'second' })];
  const lastFour = 'SAME';
  await accounts.db.apiKey.updateMany({
    where: { id: { in: [first.stored.id, second.stored.id] } },
    data: { lastFour },
  });
  const error = await get(lastFour).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'AMBIGUOUS_KEY' });
  for (const { stored } of [first, second]) expect(String(error)).toContain(stored.id);
  await accounts.revoke(first.stored);
  expect((await get(lastFour)).id).toBe(second.stored.id);
});

test('a reference to no key is an error that does not repeat what may be a key', async () => {
  expect(await codeOf(get('0000'))).toBe('UNKNOWN_KEY');
  expect(await codeOf(get('00000000-0000-7000-8000-000000000000'))).toBe('UNKNOWN_KEY');
  const { value } = await accounts.create();
  const mistyped = `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  const error = await get(mistyped).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'MALFORMED_KEY' });
  expect(String(error)).not.toContain(mistyped.slice(8));
});
