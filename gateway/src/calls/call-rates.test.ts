import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import type { KnownKey } from '#/auth/key-answer.ts';
import { CallRates, type Passage } from './call-rates.ts';

const running: CallRates[] = [];
afterEach(() => {
  for (const rates of running.splice(0)) rates.stop();
});

const liveKey = (callsPerSecond: number | null, id = 'key-1'): KnownKey => ({
  id,
  environment: 'MAINNET',
  teamId: 'team-1',
  personId: null,
  plan: {
    id: 'pro',
    streamsPerKey: null,
    sendsPerMinute: null,
    workUnderWay: null,
    callsPerMonth: null,
    callsPerSecond,
  },
  allowedNetworks: [],
  allowedOrigins: [],
  maySend: false,
  expiresAt: null,
});
const testKey = (id: string): KnownKey => ({ ...liveKey(null, id), environment: 'TESTNET' });

function setUp(gateways = 1) {
  const bus = new MemoryBus();
  const clock = { now: 1_000 };
  const started = Array.from({ length: gateways }, () => {
    const rates = new CallRates({
      bus,
      secret: 'pepper',
      testCallsPerSecond: 5,
      now: () => clock.now,
    });
    rates.start();
    running.push(rates);
    return rates;
  });
  return { clock, rates: started[0] as CallRates, all: started };
}

function admitted(rates: CallRates, key: KnownKey, calls: number): number {
  let passed = 0;
  for (let i = 0; i < calls; i++) {
    const taken = rates.take(key);
    if ('waitMs' in taken) continue;
    taken.confirm();
    passed++;
  }
  return passed;
}

test('as many calls as the plan allows, then none until its rate makes one possible', () => {
  const { rates, clock } = setUp();
  expect(admitted(rates, liveKey(10), 30)).toBe(10);
  expect(rates.take(liveKey(10))).toEqual({ waitMs: expect.closeTo(100, 6) });
  clock.now += 99;
  expect(rates.take(liveKey(10))).toEqual({ waitMs: expect.closeTo(1, 6) });
  clock.now += 1;
  expect(admitted(rates, liveKey(10), 2)).toBe(1);
  clock.now += 10_000;
  expect(admitted(rates, liveKey(10), 30)).toBe(10);
});

test('a rate that no whole number of milliseconds fits is still exact', () => {
  const { rates, clock } = setUp();
  let passed = admitted(rates, liveKey(3), 10);
  for (let tick = 0; tick < 10_000; tick++) {
    clock.now += 1;
    passed += admitted(rates, liveKey(3), 1);
  }
  expect(passed).toBe(33);
});

test('all live keys of a team share, each test key has its own, and a plan may have no such limit', () => {
  const { rates } = setUp();
  expect(admitted(rates, liveKey(4, 'key-1'), 3)).toBe(3);
  expect(admitted(rates, liveKey(4, 'key-2'), 3)).toBe(1);
  expect([admitted(rates, testKey('t1'), 9), admitted(rates, testKey('t2'), 9)]).toEqual([5, 5]);
  expect(admitted(rates, liveKey(null), 1_000)).toBe(1_000);
  expect([rates.secondLeft(liveKey(null)), rates.secondLeft(testKey('t1')), rates.secondLeft(testKey('t3'))]).toEqual([
    null,
    { perSecond: 5, left: 0 },
    { perSecond: 5, left: 5 },
  ]);
});

test('the test keys of a team have together as much as four, and those of a person as much as two teams', () => {
  const { rates } = setUp();
  const callsOf = (keys: Partial<KnownKey>[]): number =>
    keys.reduce((sum, key, index) => sum + admitted(rates, { ...testKey(`of ${key.teamId} ${index}`), ...key }, 9), 0);
  const keys = (teamId: string, personId: string | null) => Array.from({ length: 10 }, () => ({ teamId, personId }));
  expect(callsOf(keys('team-2', null))).toBe(4 * 5);
  expect(callsOf(['a', 'b', 'c', 'd'].flatMap((team) => keys(team, 'person')))).toBe(2 * 4 * 5);
});

test('a call that another limit refused took nothing', () => {
  const { rates } = setUp();
  const first = rates.take(liveKey(1)) as Passage;
  expect('waitMs' in rates.take(liveKey(1))).toBe(true);
  first.giveBack();
  expect(admitted(rates, liveKey(1), 2)).toBe(1);
});

test('another plan counts at once', () => {
  const { rates, clock } = setUp();
  expect(admitted(rates, liveKey(2), 5)).toBe(2);
  expect(admitted(rates, liveKey(6), 10)).toBe(4);
  expect(admitted(rates, liveKey(2), 10)).toBe(0);
  clock.now += 2_000;
  expect(admitted(rates, liveKey(2), 10)).toBe(2);
});

describe('several gateways', () => {
  async function heard(of: () => boolean): Promise<void> {
    while (!of()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  test('gateways take the calls of the others from their buckets, once', async () => {
    const { all } = setUp(3);
    const [one, two, three] = all as [CallRates, CallRates, CallRates];
    for (const rates of all) admitted(rates, liveKey(20), 1);
    await heard(() => all.every((rates) => rates.secondLeft(liveKey(20))?.left === 17));
    expect(admitted(one, liveKey(20), 10)).toBe(10);
    await heard(() => [two, three].every((rates) => rates.secondLeft(liveKey(20))?.left === 7));
    expect(one.secondLeft(liveKey(20))?.left).toBe(7);
  });

  test('together they come to the plan in the long run, however far both went at first', async () => {
    const { all, clock } = setUp(2);
    const [one, two] = all as [CallRates, CallRates];
    let passed = admitted(one, liveKey(10), 10) + admitted(two, liveKey(10), 10);
    expect(passed).toBe(20);
    await heard(() => all.every((rates) => waitOf(rates) > 1_000));
    for (let step = 0; step < 20; step++) {
      clock.now += 500;
      passed += admitted(step % 2 === 0 ? one : two, liveKey(10), 20);
      await heard(() => waitOf(two) === waitOf(one));
    }
    // One second's calls at first, then ten seconds of ten.
    expect(passed).toBe(110);
  });

  /** Milliseconds; takes nothing. */
  function waitOf(rates: CallRates): number {
    const taken = rates.take(liveKey(10));
    if ('waitMs' in taken) return Math.round(taken.waitMs);
    taken.giveBack();
    return 0;
  }
});
