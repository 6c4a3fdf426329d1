import { ensurePersonalTeam } from '#/teams/ensure-personal-team.ts';
import { addMember } from '#/teams/members.ts';
import { deleteTeamWithKeys } from '#/teams/teams.ts';
import { ensureUser } from '#/user-lifecycle/ensure-user.ts';
import { type AccountsFixture, operator, startAccounts } from './accounts-fixture.ts';

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

const ensure = (email: string) => accounts.db.$transaction((tx) => ensureUser(tx, operator, { email }));

test('a user without a team of their own gets one, once, however often and at once it is asked for', async () => {
  const { db } = accounts;
  const user = await db.user.create({ data: { email: 'ann@example.org', name: 'Ann' } });
  const teams = await Promise.all(
    Array.from({ length: 5 }, () => db.$transaction((tx) => ensurePersonalTeam(tx, user))),
  );
  expect(new Set(teams.map(({ id }) => id)).size).toBe(1);
  expect(teams[0]).toMatchObject({ name: 'Ann’s team', planId: 'free', plan: { callsPerMonth: 100_000n } });
});

test('a member of another person’s team still gets one of their own', async () => {
  const { team } = await ensure('bob@example.org');
  const guest = await accounts.db.user.create({ data: { email: 'guest@example.org', name: 'Guest' } });
  await addMember(accounts.deps, operator, team.id, { email: 'guest@example.org', role: 'admin' });
  const own = await accounts.db.$transaction((tx) => ensurePersonalTeam(tx, guest));
  expect(own.id).not.toBe(team.id);
});

test('a team goes with all that is its own, while its calls are being counted', async () => {
  const { stored } = await accounts.create({ email: 'dan@example.org' });
  const second = await accounts.create({ email: 'dan@example.org' });
  const { teamId } = stored;
  const { db } = accounts;
  for (const keyId of [stored.id, second.stored.id])
    await db.usageDay.create({ data: { keyId, day: new Date('2030-01-01'), status: 'answered', calls: 1n } });
  await db.quotaPeriod.create({ data: { teamId, startsOn: new Date('2030-01-01') } });
  accounts.announced.length = 0;
  await deleteTeamWithKeys(accounts.deps, operator, teamId);
  expect(accounts.announced).toHaveLength(2);
  expect(await db.apiKey.count({ where: { teamId } })).toBe(0);
  expect(await db.usageDay.count()).toBe(0);
  expect(await db.quotaPeriod.count({ where: { teamId } })).toBe(0);
  expect((await accounts.resolve(second.value)).key).toBeUndefined();
});
