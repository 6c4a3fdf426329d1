import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { callMany } from './call-many.ts';
import { type GatewayProcess, startGateway } from './gateway-process.ts';
import { type AccountsDatabase, type Books, booksOnce, openAccounts } from './team.ts';

const CALLS = 1_000;
const GATEWAYS = 3;

let stack: StackClient;
let accounts: AccountsDatabase;
const started: GatewayProcess[] = [];

beforeAll(async () => {
  stack = await sharedStack();
  accounts = await openAccounts(stack);
});
afterAll(async () => {
  await Promise.all(started.map((gateway) => gateway.kill()));
  await accounts.close();
});

async function startGateways(count: number, options: { nats: boolean }): Promise<GatewayProcess[]> {
  const gateways = await Promise.all(Array.from({ length: count }, () => startGateway(stack, options)));
  started.push(...gateways);
  return gateways;
}

describe.each([
  ['with NATS', true],
  ['without NATS', false],
])('%s', (_which, nats) => {
  let urls: string[];
  beforeAll(async () => {
    urls = (await startGateways(GATEWAYS, { nats })).map(({ url }) => url);
  });

  test.each([1, 100, 10_000])(
    '1,000 parallel calls to several gateways with %d left: as many answers as are left, and the books agree to the unit',
    async (left) => {
      const team = await accounts.addTeam(left);
      const answered = Math.min(left, CALLS);
      const expected = { answered, exhausted: CALLS - answered, broken: 0 };
      const { ends, refusals } = await callMany(urls, team.liveKey, CALLS);
      // While units are free, no call is refused for the month, however long they take to come.
      expect({ ...ends, refusals }).toEqual({ ...expected, refusals: answered < CALLS ? expect.any(Number) : 0 });
      const counted = ({ usage }: Books) => (usage.answered ?? 0) + (usage.quota_exceeded ?? 0);
      const books = await booksOnce(team, (now) => counted(now) === answered + refusals);
      expect(books).toMatchObject({
        spent: answered,
        usage: { answered, ...(answered < CALLS && { quota_exceeded: refusals }) },
      });
      expect(books.charged).toBeLessThanOrEqual(left);
    },
  );
});

test('a gateway that stops in order, while calls run, loses none: all it answered is in the books, all else is free', async () => {
  const [stopping, staying] = await startGateways(2, { nats: true });
  if (stopping === undefined || staying === undefined) throw new Error('two gateways are needed');
  const team = await accounts.addTeam(10_000);
  await callMany([stopping.url, staying.url], team.liveKey, 50);
  const calls = callMany([stopping.url, staying.url], team.liveKey, 400);
  await waitFor(async () => (await team.books()).outstanding > 0, { what: 'units to be out' });
  const code = stopping.stop();
  const {
    ends: { answered },
  } = await calls;
  expect(await code).toBe(0);
  const expected = 50 + answered;
  const books = await booksOnce(team, ({ usage }) => usage.answered === expected);
  expect(books).toMatchObject({ spent: expected, usage: { answered: expected } });
  expect(await staying.stop()).toBe(0);
  const { usage, ...after } = await team.books();
  expect(after).toEqual({ charged: expected, spent: expected, outstanding: 0, writtenOff: 0 });
});

test('kill -9 of a gateway costs its team at most one lease, and the plan is not exceeded by one call', async () => {
  const limit = 400;
  const [dying, staying] = await startGateways(2, { nats: true });
  if (dying === undefined || staying === undefined) throw new Error('two gateways are needed');
  const team = await accounts.addTeam(limit);
  let answered = 0;
  let broken = 0;
  const call = async (urls: string[], calls: number) => {
    const { ends } = await callMany(urls, team.liveKey, calls);
    answered += ends.answered;
    broken += ends.broken;
    return ends;
  };
  await call([dying.url, staying.url], 100);
  const last = call([dying.url], 50);
  await dying.kill();
  await last;
  // Units of the dead gateway are not written off yet, and another may hold some.
  await waitFor(
    async () => {
      const { exhausted } = await call([staying.url], 100);
      return exhausted === 100 && (await team.books()).outstanding === 0;
    },
    { what: 'the month to be used up' },
  );
  const books = await team.books();
  expect(books).toMatchObject({ charged: limit });
  expect(answered).toBeLessThanOrEqual(limit);
  // It answered some calls without a report.
  expect(limit - answered).toBeLessThanOrEqual(books.writtenOff);
  // One lease is at most an eighth of the free units; calls under way took theirs along.
  expect(limit - answered - broken).toBeLessThanOrEqual(limit / 8);
});
