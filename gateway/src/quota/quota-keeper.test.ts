import { TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { admitted, admittedOf, call, calls, live, setUp, stopAll, until } from '../../test/quota-keepers.ts';
import type { QuotaKeeper } from './quota-keeper.ts';

afterEach(stopAll);

describe('never too many, never too few', () => {
  test.each([
    [1, 1n, 200],
    [3, 1n, 200],
    [3, 100n, 400],
    [4, 250n, 250],
    [3, 10_000n, 400],
  ])('%i gateways, %i left, %i calls at once', async (gateways, limit, number) => {
    const { accounts, keepers: started } = setUp({ gateways, limit });
    const { admitted: answered, exhausted } = await calls(started, number);
    const expected = Math.min(Number(limit), number);
    expect([answered, exhausted]).toEqual([expected, number - expected]);
    await stopAll();
    expect(accounts.totalSpent()).toBe(BigInt(expected));
    expect(accounts.calls('key-1', CallStatus.ANSWERED)).toBe(expected);
    expect(accounts.leases.size).toBe(0);
  });

  test('the same where no event is heard: the answers to reports name teams that want units', async () => {
    const { accounts, keepers: started } = setUp({ gateways: 2, limit: 40n, heardOf: false });
    await call(started[0] as QuotaKeeper);
    const { admitted: answered } = await calls([started[1] as QuotaKeeper], 60);
    expect(answered).toBe(39);
    await stopAll();
    expect(accounts.totalSpent()).toBe(40n);
  });

  test('a call that is not answered gives its unit to one that waits', async () => {
    const { keeper, accounts } = setUp({ limit: 1n });
    const first = await admitted(keeper);
    const second = keeper.admit(live());
    first.refund();
    expect((await second).status).toBe('admitted');
    (await admittedOf(second)).commit();
    await stopAll();
    expect(accounts.totalSpent()).toBe(1n);
  });

  test('and to another gateway that waits', async () => {
    const { keepers: started, accounts } = setUp({ gateways: 2, limit: 1n });
    const [one, other] = started as [QuotaKeeper, QuotaKeeper];
    const first = await admitted(one);
    const second = other.admit(live());
    await until(() => accounts.leaseQuestions >= 3);
    first.refund();
    expect((await second).status).toBe('admitted');
    (await admittedOf(second)).commit();
    await stopAll();
    expect(accounts.totalSpent()).toBe(1n);
  });

  test('while the last unit is with a call that runs, a call waits for a bounded time only', async () => {
    const { keeper } = setUp({ limit: 1n });
    const first = await admitted(keeper);
    expect(await keeper.admit(live())).toEqual({ status: 'exhausted', retryAfterS: 1 });
    first.commit();
  });

  test('while units are free and accounts is slow to lease them, no call is refused as if the month were used up', async () => {
    const { keeper, accounts } = setUp({ limit: 100n });
    const held = [await admitted(keeper)];
    const lease = accounts.lease.bind(accounts);
    let answerAtLast = (): void => {};
    const slow = new Promise<void>((resolve) => {
      answerAtLast = resolve;
    });
    accounts.lease = async (request) => slow.then(() => lease(request));
    for (let unit = keeper.takeAtOnce(live(), Date.now()); unit !== undefined; ) {
      held.push(unit);
      unit = keeper.takeAtOnce(live(), Date.now());
    }
    const answer = await keeper.admit(live());
    answerAtLast();
    for (const unit of held) unit.commit();
    expect(answer).toEqual({ status: 'unavailable' });
  });

  test('units that no call holds go to the gateway that wants them, those in use stay until their call is refunded', async () => {
    const { keepers: started, accounts } = setUp({ gateways: 2, limit: 80n });
    const [one, other] = started as [QuotaKeeper, QuotaKeeper];
    const [first, second] = [await admitted(one), await admitted(one)];
    const { admitted: answered } = await calls([other], 100);
    expect(answered).toBe(78);
    const waiting = other.admit(live());
    await new Promise((resolve) => setImmediate(resolve));
    first.refund();
    (await admittedOf(waiting)).commit();
    second.commit();
    await stopAll();
    expect(accounts.totalSpent()).toBe(80n);
  });

  test('spent units are reported to accounts before more are requested', async () => {
    const { keeper, clock } = setUp({ limit: 1n, reportMs: 3_600_000 });
    clock.now = () => Date.UTC(2026, 10, 15);
    (await admitted(keeper)).commit();
    expect(await keeper.admit(live())).toEqual({ status: 'exhausted', retryAfterS: 16 * 86_400 });
  });

  test('units go to the gateway that wants them at once, not with the next report', async () => {
    const { keepers: started } = setUp({ gateways: 2, limit: 80n, reportMs: 3_600_000 });
    const [one, other] = started as [QuotaKeeper, QuotaKeeper];
    await call(one);
    expect(await calls([other], 79)).toMatchObject({ admitted: 79 });
  });
});

describe('how often accounts is asked', () => {
  test('calls spend a lease without a question, and the next one is asked for before it ends', async () => {
    const { keeper, accounts } = setUp({ limit: 100_000n });
    (await admitted(keeper)).commit();
    let waited = 0;
    for (let i = 0; i < 2_000; i++) {
      const answer = keeper.admit(live());
      if (answer instanceof Promise) waited++;
      (await admittedOf(answer)).commit();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(waited).toBe(0);
    expect(accounts.leaseQuestions).toBeLessThan(200);
  });

  test('a flood on a spent plan costs one question in a second, and a new plan ends it at once', async () => {
    const { keeper, accounts, bus, clock } = setUp({ limit: 1n });
    (await admitted(keeper)).commit();
    let now = Date.now();
    clock.now = () => now;
    expect(await call(keeper)).toBe('exhausted');
    const asked = accounts.leaseQuestions;
    for (let i = 0; i < 50; i++) expect(await call(keeper)).toBe('exhausted');
    expect(accounts.leaseQuestions).toBe(asked);
    now += 1_000;
    expect(await call(keeper)).toBe('exhausted');
    expect(accounts.leaseQuestions).toBe(asked + 1);

    accounts.limit = 2n;
    bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId: 'team-1' });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(await call(keeper)).toBe('admitted');
  });

  test('an answer that was on its way when the plan changed refuses no call', async () => {
    const { keeper, accounts, bus } = setUp({ limit: 0n });
    let letGo: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    accounts.after = (method) => (method === 'lease' ? held : undefined);
    const waiting = keeper.admit(live());
    await until(() => accounts.leaseQuestions === 1);
    accounts.limit = 5n;
    bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId: 'team-1' });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    letGo();
    (await admittedOf(waiting)).commit();
  });

  test("the time to wait is exact to the second of the month's end", async () => {
    const { keeper, clock } = setUp({ limit: 0n });
    clock.now = () => Date.UTC(2026, 10, 30, 23, 59, 0, 1);
    expect(await keeper.admit(live())).toEqual({ status: 'exhausted', retryAfterS: 60 });
  });

  test('test keys and plans without a limit ask nothing', async () => {
    const { keeper, accounts } = setUp({ limit: 0n });
    (await admitted(keeper, live(null))).commit();
    (await admitted(keeper, { ...live(), environment: 'TESTNET' })).commit();
    expect(accounts.leaseQuestions).toBe(0);
  });

  test('a plan that lost its limit meanwhile lets calls through', async () => {
    const { keeper, accounts } = setUp({ limit: undefined });
    await Promise.all([admitted(keeper), admitted(keeper)]);
    expect(accounts.leaseQuestions).toBe(1);
  });
});

test('units of a team that calls no more go back, and it is forgotten', async () => {
  const { keeper, accounts, clock } = setUp({ limit: 100n });
  await call(keeper);
  const now = Date.now() + 61_000;
  clock.now = () => now;
  await until(() => accounts.leases.size === 0 && keeper.balance().teams === 0);
  expect(accounts.totalSpent()).toBe(1n);
  expect(keeper.balance().unitsHeld).toBe(0n);
});

test('a stop repeats the last report until it is taken in', async () => {
  const { keeper, accounts } = setUp({ limit: 100n });
  await call(keeper);
  let failures = 0;
  accounts.before = (method) => {
    if (method === 'report' && failures++ < 3) throw new Error('away');
  };
  await stopAll();
  expect(failures).toBe(4);
  expect([accounts.totalSpent(), accounts.left.size, accounts.leases.size]).toEqual([1n, 1, 0]);
});

test('a stop waits for the lease that was asked for, and gives it back', async () => {
  const { keeper, accounts } = setUp({ limit: 100n });
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  accounts.before = (method) => (method === 'lease' ? held : undefined);
  const waiting = keeper.admit(live());
  const stopped = stopAll();
  expect(await waiting).toEqual({ status: 'unavailable' });
  // By then the stop has done all that it does without waiting.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  letGo();
  await stopped;
  expect([accounts.leases.size, accounts.left.size]).toEqual([0, 1]);
});
