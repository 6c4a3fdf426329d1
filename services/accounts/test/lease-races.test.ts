import { randomUUID } from 'node:crypto';
import { writeOffLeases } from '#/quota/write-off-leases.ts';
import { leaseReport, type QuotaFixture, START, startQuotas } from './quota-fixture.ts';

const CALLS = 200;

let quotas: QuotaFixture;
beforeAll(async () => {
  quotas = await startQuotas();
});
afterAll(() => quotas.stop());

const period = (teamId: string) =>
  quotas.db.quotaPeriod.findUniqueOrThrow({ where: { teamId_startsOn: { teamId, startsOn: new Date('2030-03-01') } } });

test.each([1, 100, 10_000])('200 parallel leases with %d left hand out all of it and never more', async (left) => {
  const teamId = await quotas.addTeam(BigInt(left));
  const gateways = ['a', 'b', 'c', 'd'].map((name) => `${name}-${randomUUID()}`);
  let leased = 0n;
  // Units that one answer leaves are there for the next round.
  for (let round = 0; leased < left; round++) {
    expect(round).toBeLessThan(10);
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, call) => quotas.lease(gateways[call % 4] ?? '', teamId, 10_000)),
    );
    const sizes = answers.map(({ lease }) => lease?.size ?? 0n);
    leased += sizes.reduce((sum, size) => sum + size, 0n);
    // An eighth of the free units at most; the last units go one by one.
    for (const size of sizes) expect(size).toBeLessThanOrEqual(Math.max(1, left / 8));
    for (const { lease, quota } of answers) if (lease === undefined) expect(quota).toMatchObject({ free: 0n });
  }
  expect(leased).toBe(BigInt(left));
  expect(await period(teamId)).toMatchObject({ charged: BigInt(left), spent: 0n });
  const stored = await quotas.db.quotaLease.aggregate({ where: { teamId }, _sum: { size: true } });
  expect(stored._sum.size).toBe(BigInt(left));
});

test('the same question asked many times at once is one lease', async () => {
  const teamId = await quotas.addTeam(1_000n);
  const leaseId = randomUUID();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => quotas.lease('same', teamId, 50, leaseId)));
  const sizes = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.lease?.size] : []));
  // The loser of the race for the row fails as a whole, and may ask again.
  expect(new Set(sizes)).toEqual(new Set([50n]));
  expect((await quotas.lease('same', teamId, 50, leaseId)).lease).toEqual({ id: leaseId, size: 50n });
  expect(await period(teamId)).toMatchObject({ charged: 50n });
});

test('the same report sent many times at once counts once', async () => {
  const teamId = await quotas.addTeam(1_000n);
  const keyId = await quotas.addKey(teamId);
  const { lease } = await quotas.lease('twice', teamId, 50);
  const usage = [{ keyId, day: '2030-03-15', status: 'answered' as const, calls: 7n }];
  const report = { leases: [leaseReport(lease?.id, 7)], usage };
  const answers = await Promise.all(Array.from({ length: 20 }, () => quotas.report('twice', 1, report)));
  for (const { quotas: months } of answers) expect(months).toMatchObject([{ spent: 7n, outstanding: 43n }]);
  expect(await period(teamId)).toMatchObject({ charged: 50n, spent: 7n });
  expect(await quotas.db.usageDay.findMany({ where: { keyId } })).toMatchObject([{ calls: 7n }]);
});

test('gateways that report the same teams in different orders at the same time do not lock each other up', async () => {
  const teams = await Promise.all(Array.from({ length: 8 }, () => quotas.addTeam(10_000n)));
  const keys = await Promise.all(teams.map((teamId) => quotas.addKey(teamId)));
  const gateways = await Promise.all(
    Array.from({ length: 6 }, async (_, number) => {
      const order = number % 2 === 0 ? teams : teams.toReversed();
      const id = `order-${number}`;
      const leases = [];
      for (const teamId of order) leases.push((await quotas.lease(id, teamId, 100)).lease?.id);
      return { id, leases, keys: number % 2 === 0 ? keys : keys.toReversed() };
    }),
  );
  for (let sequence = 1; sequence <= 10; sequence++) {
    await Promise.all(
      gateways.map(({ id, leases, keys: order }) =>
        quotas.report(id, sequence, {
          leases: leases.map((lease) => leaseReport(lease, sequence * 10)),
          usage: order.map((keyId) => ({ keyId, day: '2030-03-15', status: 'answered', calls: 10n })),
        }),
      ),
    );
  }
  for (const [index, teamId] of teams.entries()) {
    expect(await period(teamId)).toMatchObject({ charged: 600n, spent: 600n });
    const keyId = keys[index] ?? '';
    expect(await quotas.db.usageDay.findMany({ where: { keyId } })).toMatchObject([{ calls: 600n }]);
  }
});

test('a gateway that leaves while it is still asking keeps nothing', async () => {
  const teamId = await quotas.addTeam(1_000n);
  await quotas.lease('leaver', teamId, 10);
  const asked = Array.from({ length: 20 }, () => quotas.lease('leaver', teamId, 10).catch((error: unknown) => error));
  await quotas.report('leaver', 1, { leaving: true });
  const late = await Promise.all(asked);
  expect(late).toHaveLength(20);
  expect(await quotas.db.quotaLease.count({ where: { gatewayId: 'leaver' } })).toBe(0);
  expect(await period(teamId)).toMatchObject({ charged: 0n, spent: 0n });
  await expect(quotas.lease('leaver', teamId, 10)).rejects.toMatchObject({ code: 'GATEWAY_LEFT' });
});

test('silent gateways are written off by several at once, and one that reports meanwhile is not', async () => {
  const teamId = await quotas.addTeam(1_000n);
  const ids = Array.from({ length: 10 }, (_, number) => `silent-${number}`);
  const leases: (string | undefined)[] = [];
  for (const id of ids) leases.push((await quotas.lease(id, teamId, 10)).lease?.id);
  quotas.clock.now = new Date(START.getTime() + 60_000);
  const reportFrom = (number: number) =>
    quotas.report(`silent-${number}`, 1, { leases: [leaseReport(leases[number], 3)] });
  await Promise.all([...Array.from({ length: 6 }, () => writeOffLeases(quotas.deps)), reportFrom(0)]);
  await reportFrom(1);
  const states = await quotas.db.quotaLease.groupBy({ by: ['state'], where: { teamId }, _count: true });
  expect(Object.fromEntries(states.map(({ state, _count }) => [state, _count]))).toEqual({ open: 2, written_off: 8 });
  expect(await period(teamId)).toMatchObject({ charged: 100n, spent: 6n });
  quotas.clock.now = START;
});
