import type { Connection } from '#/db/connection.ts';
import { insertMember } from '#/db/members.ts';
import { deleteUserRow, lockUserForDeletion } from '#/db/users.ts';
import { changeKey } from '#/keys/change-key.ts';
import { addKey, WORKING_KEYS_MAX } from '#/keys/create-key.ts';
import { rotateKey } from '#/keys/rotate-key.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { createPlan, deletePlan } from '#/plans/plans.ts';
import { ensurePersonalTeam } from '#/teams/ensure-personal-team.ts';
import { addMember, removeMember } from '#/teams/members.ts';
import { deleteUser } from '#/user-lifecycle/delete-user.ts';
import { type AccountsFixture, operator, startAccounts } from './accounts-fixture.ts';
import { codeOf, overtake } from './overtake.ts';

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

async function newUser(email: string) {
  return accounts.db.user.create({ data: { email, name: 'Somebody' } });
}

test('a key that is being revoked cannot be changed', async () => {
  const { stored } = await accounts.create();
  const revoke = (tx: Connection) =>
    tx.apiKey.update({ where: { id: stored.id }, data: { revokedAt: accounts.clock.now } });
  const change = () => changeKey(accounts.deps, operator, stored.teamId, stored.id, { expiresAt: null });
  expect(await overtake(accounts.db, revoke, change)).toBe('KEY_NOT_ACTIVE');
});

test('the last key a team may have goes to the first request, made or rotated', async () => {
  const { stored } = await accounts.create({ email: 'many@example.org' });
  const { teamId } = stored;
  await accounts.db.apiKey.createMany({
    data: Array.from({ length: WORKING_KEYS_MAX - 2 }, (_, index) => ({
      hash: Buffer.from(`race ${index}`.padStart(32)),
      brand: 'lg',
      environment: 'live' as const,
      name: 'x',
      lastFour: 'XXXX',
      teamId,
    })),
  });
  const { brand, pepper, now } = accounts.deps;
  const make = (tx: Connection) =>
    addKey({ tx, brand, pepper, now }, operator, teamId, { environment: 'live', name: 'x' });
  const rotate = () => rotateKey(accounts.deps, operator, teamId, stored.id, { graceSeconds: 60 });
  expect(await overtake(accounts.db, make, rotate)).toBe('TOO_MANY_KEYS');
});

test('a user gets one team of their own, also when asked for twice at once', async () => {
  const { db } = accounts;
  const user = await newUser('one@example.org');
  const ensure = (tx: Connection) => ensurePersonalTeam(tx, user);
  expect(await overtake(accounts.db, ensure, () => db.$transaction(ensure))).toBe('done');
  expect(await db.member.count({ where: { userId: user.id } })).toBe(1);
});

test('a user who is being deleted is not taken into a team', async () => {
  const { stored } = await accounts.create();
  const { id, email } = await newUser('leaving@example.org');
  const remove = async (tx: Connection) => {
    await lockUserForDeletion(tx, id);
    await deleteUserRow(tx, id);
  };
  const add = () => addMember(accounts.deps, operator, stored.teamId, { email, role: 'member' });
  expect(await overtake(accounts.db, remove, add)).toBe('UNKNOWN_USER');
});

test('a user who is being given a team does not leave it without an owner', async () => {
  const user = await newUser('arriving@example.org');
  const remove = () => deleteUser(accounts.deps, operator, user.email, { deleteEmptyTeams: false });
  expect(await overtake(accounts.db, (tx) => ensurePersonalTeam(tx, user), remove)).toBe('LAST_OWNER');
});

test('a plan that a team is being put on stays', async () => {
  const { stored } = await accounts.create({ email: 'plan@example.org' });
  await createPlan(accounts.deps, operator, {
    id: 'gold',
    callsPerMonth: 1n,
    callsPerSecond: null,
    streamsPerKey: null,
    sendsPerMinute: null,
    workUnderWay: null,
    webhookEndpoints: null,
    webhookMegabytesPerEndpoint: null,
    webhookDeliveriesPerSecond: null,
  });
  const put = async (tx: Connection) => {
    await checkPlan(tx, 'gold');
    await tx.team.update({ where: { id: stored.teamId }, data: { planId: 'gold' } });
  };
  expect(await overtake(accounts.db, put, () => deletePlan(accounts.deps, operator, 'gold'))).toBe('PLAN_IN_USE');
});

test('one of two owners who leave at once stays', async () => {
  const [first, second] = [await newUser('first@example.org'), await newUser('second@example.org')];
  const team = await accounts.db.$transaction((tx) => ensurePersonalTeam(tx, first));
  await insertMember(accounts.db, team.id, second.id, 'owner');
  const leave = (email: string) => codeOf(removeMember(accounts.deps, operator, team.id, { email }));
  const outcomes = await Promise.all([leave(first.email), leave(second.email)]);
  expect(outcomes.sort()).toEqual(['LAST_OWNER', 'done']);
});
