import { randomUUID } from 'node:crypto';
import { listUsageDays } from '#/db/usage-days.ts';
import { forgetGateways } from '#/quota/forget-gateways.ts';
import { findQuotaState } from '#/quota/quota-state.ts';
import { writeOffLeases } from '#/quota/write-off-leases.ts';
import { pruneUsage } from '#/usage/prune-usage.ts';
import { leaseReport, type QuotaFixture, START, startQuotas } from './quota-fixture.ts';

let quotas: QuotaFixture;
beforeAll(async () => {
  quotas = await startQuotas();
});
afterAll(() => quotas.stop());
beforeEach(() => {
  quotas.clock.now = START;
  quotas.wanted.length = 0;
  quotas.logged.length = 0;
});

const after = (ms: number) => {
  quotas.clock.now = new Date(quotas.clock.now.getTime() + ms);
};
const state = (teamId: string) => findQuotaState(quotas.db, teamId, quotas.clock.now);
const day = '2030-03-15';
const DAY_MS = 86_400_000;

test('leased units are outstanding, reported ones are spent, those of closed leases are free', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(1_000n);
  const { lease, quota } = await quotas.lease(gateway, teamId, 100);
  expect(lease?.size).toBe(100n);
  expect(quota).toMatchObject({ limit: 1_000n, free: 900n, outstanding: 100n, spent: 0n });
  expect(quota).toMatchObject({ startsAt: new Date('2030-03-01'), endsAt: new Date('2030-04-01') });
  const answer = await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 30)] });
  expect(answer.quotas).toMatchObject([{ teamId, free: 900n, outstanding: 70n, spent: 30n }]);
  await quotas.report(gateway, 2, { leases: [leaseReport(lease?.id, 40, { size: 60n })] });
  expect(await state(teamId)).toMatchObject({ free: 940n, outstanding: 20n, spent: 40n });
  await quotas.report(gateway, 3, { leases: [leaseReport(lease?.id, 45, { closed: true })] });
  expect(await state(teamId)).toMatchObject({ free: 955n, outstanding: 0n, spent: 45n });
});

test('a report that comes again changes nothing, one after a gap is refused', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(1_000n);
  const keyId = await quotas.addKey(teamId);
  const { lease } = await quotas.lease(gateway, teamId, 100);
  const usage = [{ keyId, day, status: 'answered' as const, calls: 30n }];
  await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 30)], usage });
  await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 30)], usage });
  await expect(quotas.report(gateway, 3, { usage })).rejects.toMatchObject({ code: 'REPORT_GAP' });
  await expect(quotas.report(randomUUID(), 2, { usage })).rejects.toMatchObject({ code: 'REPORT_GAP' });
  await quotas.report(gateway, 2, { leases: [leaseReport(lease?.id, 31)] });
  expect(await state(teamId)).toMatchObject({ spent: 31n, outstanding: 69n });
  const range = { teamId, from: day, to: day };
  expect(await listUsageDays(quotas.db, range)).toEqual([{ keyId, day, status: 'answered', calls: 30n }]);
});

test('a gateway cannot report the leases of another', async () => {
  const [owner, other] = [randomUUID(), randomUUID()];
  const teamId = await quotas.addTeam(1_000n);
  const { lease } = await quotas.lease(owner, teamId, 100);
  await quotas.report(other, 1, { leases: [leaseReport(lease?.id, 100, { closed: true })] });
  expect(await state(teamId)).toMatchObject({ spent: 0n, outstanding: 100n });
  expect(quotas.logged).toMatchObject([{ level: 'error', leaseId: lease?.id }]);
  await expect(quotas.lease(other, teamId, 10, lease?.id)).rejects.toMatchObject({ code: 'LEASE_OF_ANOTHER' });
});

test('a lease whose answer was lost is taken back, one that was asked for again lately is not', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(1_000n);
  await quotas.lease(gateway, teamId, 10);
  const again = await quotas.lease(gateway, teamId, 20);
  after(5_001);
  expect(await quotas.lease(gateway, teamId, 99, again.lease?.id)).toMatchObject({ lease: again.lease });
  await quotas.report(gateway, 1);
  expect(await state(teamId)).toMatchObject({ outstanding: 30n });
  await quotas.report(gateway, 2);
  expect(await state(teamId)).toMatchObject({ outstanding: 20n, free: 980n });
});

test('a report that was long on its way takes no lease back that its gateway learned of meanwhile', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(1_000n);
  await quotas.report(gateway, 1);
  const { lease } = await quotas.lease(gateway, teamId, 10);
  after(60_000);
  await quotas.report(gateway, 2);
  const answer = await quotas.report(gateway, 3, { leases: [leaseReport(lease?.id, 10)] });
  expect(answer.quotas).toMatchObject([{ spent: 10n, outstanding: 0n }]);
});

test('a silent gateway is written off, still charged, and has everything back when it reports', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(100n);
  const { lease } = await quotas.lease(gateway, teamId, 12);
  await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 2)] });
  after(10_000);
  await writeOffLeases(quotas.deps);
  expect(await state(teamId)).toMatchObject({ free: 88n, outstanding: 10n, spent: 2n });
  after(1);
  await writeOffLeases(quotas.deps);
  expect(await state(teamId)).toMatchObject({ free: 88n, outstanding: 0n, spent: 2n });
  const lossOfIt = expect.objectContaining({ level: 'warn', leaseId: lease?.id, unspent: '10' });
  expect(quotas.logged).toContainEqual(lossOfIt);
  await quotas.report(gateway, 2, { leases: [leaseReport(lease?.id, 5)] });
  expect(await state(teamId)).toMatchObject({ free: 88n, outstanding: 7n, spent: 5n });
  await quotas.report(gateway, 3, { leases: [leaseReport(lease?.id, 6, { closed: true })] });
  expect(await state(teamId)).toMatchObject({ free: 94n, outstanding: 0n, spent: 6n });
});

test('a request in vain makes the holders of units give them back, by the bus and by their next report', async () => {
  const [rich, poor] = [randomUUID(), randomUUID()];
  const teamId = await quotas.addTeam(1n);
  const { lease } = await quotas.lease(rich, teamId, 1);
  expect(await quotas.report(rich, 1, { leases: [leaseReport(lease?.id, 0)] })).toMatchObject({ wantedTeamIds: [] });
  expect(await quotas.lease(poor, teamId, 5)).toMatchObject({ lease: undefined, quota: { free: 0n, outstanding: 1n } });
  await quotas.lease(poor, teamId, 5);
  expect(quotas.wanted).toEqual([teamId]);
  after(101);
  await quotas.lease(poor, teamId, 5);
  expect(quotas.wanted).toEqual([teamId, teamId]);
  expect(await quotas.report(rich, 2, { leases: [leaseReport(lease?.id, 0)] })).toMatchObject({
    wantedTeamIds: [teamId],
  });
  expect(await quotas.report(poor, 1)).toMatchObject({ wantedTeamIds: [] });
  after(3_000);
  expect(await quotas.report(rich, 3, { leases: [leaseReport(lease?.id, 0)] })).toMatchObject({ wantedTeamIds: [] });
  await quotas.report(rich, 4, { leases: [leaseReport(lease?.id, 1)] });
  quotas.wanted.length = 0;
  expect(await quotas.lease(poor, teamId, 5)).toMatchObject({ lease: undefined, quota: { free: 0n, outstanding: 0n } });
  expect(quotas.wanted).toEqual([]);
});

test('no call waits for the units of a dead gateway', async () => {
  const [dead, asking] = [randomUUID(), randomUUID()];
  const teamId = await quotas.addTeam(1n);
  await quotas.lease(dead, teamId, 1);
  after(10_001);
  expect(await quotas.lease(asking, teamId, 1)).toMatchObject({
    lease: undefined,
    quota: { free: 0n, outstanding: 0n },
  });
});

test('without a monthly limit nothing is leased, and a team that is not there is an error', async () => {
  const teamId = await quotas.addTeam(null);
  expect(await quotas.lease(randomUUID(), teamId, 5)).toMatchObject({ lease: undefined, quota: { limit: null } });
  await expect(quotas.lease(randomUUID(), 'no-such-team', 5)).rejects.toMatchObject({ code: 'UNKNOWN_TEAM' });
});

test('a plan that became smaller than what is charged leaves nothing free, and a larger one gives at once', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(100n);
  const { lease } = await quotas.lease(gateway, teamId, 10);
  const setLimit = (callsPerMonth: bigint) =>
    quotas.db.plan.updateMany({ where: { teams: { some: { id: teamId } } }, data: { callsPerMonth } });
  await setLimit(5n);
  expect(await quotas.lease(gateway, teamId, 1)).toMatchObject({ lease: undefined, quota: { limit: 5n, free: 0n } });
  expect(await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 8)] })).toMatchObject({
    quotas: [{ spent: 8n }],
  });
  await setLimit(11n);
  expect(await quotas.lease(gateway, teamId, 9)).toMatchObject({ lease: { size: 1n }, quota: { free: 0n } });
});

test('a month begins with all units, and what is reported late counts for the month it was leased in', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(10n);
  quotas.clock.now = new Date('2030-03-31T23:59:59.500Z');
  const { lease } = await quotas.lease(gateway, teamId, 1);
  await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 0)] });
  after(500);
  expect(await state(teamId)).toMatchObject({ free: 10n, spent: 0n, startsAt: new Date('2030-04-01') });
  expect(await quotas.lease(gateway, teamId, 1)).toMatchObject({ quota: { free: 9n, outstanding: 1n } });
  const answer = await quotas.report(gateway, 2, { leases: [leaseReport(lease?.id, 1, { closed: true })] });
  expect(answer.quotas).toMatchObject([{ startsAt: new Date('2030-03-01'), spent: 1n, outstanding: 0n }]);
  expect(await state(teamId)).toMatchObject({ free: 9n, spent: 0n, outstanding: 1n });
});

test('the same question on both sides of midnight is one lease, of the month it was leased in', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(80n);
  quotas.clock.now = new Date('2030-03-31T23:59:59.500Z');
  const { lease } = await quotas.lease(gateway, teamId, 10);
  after(500);
  const again = await quotas.lease(gateway, teamId, 10, lease?.id);
  expect(again).toMatchObject({ lease, quota: { startsAt: new Date('2030-03-01'), free: 70n } });
  expect(await state(teamId)).toMatchObject({ free: 80n });
});

test('usage of keys that are gone, and what cannot be usage, holds nothing up', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(1_000n);
  const keyId = await quotas.addKey(teamId);
  const gone = await quotas.addKey(teamId);
  await quotas.db.apiKey.delete({ where: { id: gone } });
  const one = { keyId, day, status: 'answered' as const, calls: 1n };
  const usage = [
    one,
    { ...one, keyId: gone },
    { ...one, keyId: 'no key' },
    { ...one, day: '2030-03-18' },
    { ...one, day: '2029-02-14' },
    { ...one, calls: 0n },
    { ...one, calls: 2n ** 63n },
    { ...one, keyId: keyId.toUpperCase(), calls: 2n },
    { ...one, day: '2030-03-17', status: 'failed' as const, calls: 4n },
    { ...one, day: '2029-02-15', status: 'rejected' as const, calls: 5n },
  ];
  await quotas.report(gateway, 1, { usage });
  await quotas.report(gateway, 2, { usage: [one] });
  expect(await listUsageDays(quotas.db, { teamId, from: '2029-02-01', to: '2030-04-01' })).toEqual([
    { keyId, day: '2029-02-15', status: 'rejected', calls: 5n },
    { keyId, day, status: 'answered', calls: 4n },
    { keyId, day: '2030-03-17', status: 'failed', calls: 4n },
  ]);
  expect(quotas.logged).toMatchObject([
    { level: 'error', counts: 5 },
    { level: 'warn', counts: 1 },
  ]);
});

test('a key that goes while its usage is being added neither fails the report nor is missed by it', async () => {
  const gateway = randomUUID();
  const teamId = await quotas.addTeam(1_000n);
  for (let round = 1; round <= 10; round++) {
    const [keyId, stays] = [await quotas.addKey(teamId), await quotas.addKey(teamId)];
    const usage = [keyId, stays].map((id) => ({ keyId: id, day, status: 'answered' as const, calls: 1n }));
    await Promise.all([quotas.report(gateway, round, { usage }), quotas.db.apiKey.delete({ where: { id: keyId } })]);
    expect(await quotas.db.usageDay.count({ where: { keyId } })).toBe(0);
    expect(await quotas.db.usageDay.count({ where: { keyId: stays } })).toBe(1);
  }
});

test('usage is kept for thirteen months, to the day, by every deleting process', async () => {
  const teamId = await quotas.addTeam(1_000n);
  const keyId = await quotas.addKey(teamId);
  const days = ['2029-02-13', '2029-02-14', '2029-02-15', day];
  await quotas.db.usageDay.createMany({
    data: days.map((text) => ({ keyId, day: new Date(text), status: 'answered', calls: 1n })),
  });
  await quotas.db.quotaPeriod.createMany({
    data: ['2029-02-01', '2029-03-01'].map((text) => ({ teamId, startsOn: new Date(text) })),
  });
  await Promise.all(Array.from({ length: 4 }, () => pruneUsage(quotas.deps)));
  const kept = await listUsageDays(quotas.db, { teamId, from: '2000-01-01', to: '2100-01-01' });
  expect(kept.map((usage) => usage.day)).toEqual(['2029-02-15', day]);
  const periods = await quotas.db.quotaPeriod.findMany({ where: { teamId } });
  expect(periods.map(({ startsOn }) => startsOn)).toEqual([new Date('2029-03-01')]);
});

test('a gateway is forgotten after forty days, when no month of its leases can be the current one', async () => {
  const [gone, quiet] = [randomUUID(), randomUUID()];
  const teamId = await quotas.addTeam(1_000n);
  for (const gateway of [gone, quiet]) {
    const { lease } = await quotas.lease(gateway, teamId, 10);
    await quotas.report(gateway, 1, { leases: [leaseReport(lease?.id, 4)] });
  }
  after(1_000);
  await quotas.report(quiet, 2);
  after(40 * DAY_MS - 500);
  await Promise.all(Array.from({ length: 4 }, () => forgetGateways(quotas.deps)));
  const gateways = await quotas.db.gateway.findMany({ where: { id: { in: [gone, quiet] } } });
  expect(gateways.map(({ id }) => id)).toEqual([quiet]);
  expect(await quotas.db.quotaPeriod.findMany({ where: { teamId } })).toMatchObject([{ charged: 14n, spent: 8n }]);
});
