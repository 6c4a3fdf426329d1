import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { admitted, call, calls, live, setUp, stopAll, until } from '../../test/quota-keepers.ts';
import { dayOf } from './month.ts';

afterEach(stopAll);

describe('accounts away', () => {
  const away = (): never => {
    throw new Error('away');
  };

  test('leased units are spent, then calls are refused as not payable now; plans without a limit go on', async () => {
    const { keeper, accounts } = setUp({ limit: 16n });
    (await admitted(keeper)).commit();
    accounts.before = away;
    const statuses = (await calls([keeper], 20)) as { admitted: number; unavailable: number };
    expect(statuses.admitted).toBeGreaterThan(0);
    expect(statuses.admitted + statuses.unavailable).toBe(20);
    (await admitted(keeper, live(null))).commit();
    const asked = accounts.leaseQuestions;
    expect(await call(keeper)).toBe('unavailable');
    expect(accounts.leaseQuestions).toBe(asked);
    accounts.before = () => {};
    await stopAll();
    expect(accounts.totalSpent()).toBe(BigInt(statuses.admitted + 1));
    expect(accounts.calls('key-1', CallStatus.ANSWERED)).toBe(statuses.admitted);
  });

  test('a report whose answer was lost counts once, and so does what came after it', async () => {
    const { keeper, accounts } = setUp({ limit: 1_000n });
    let lost = 0;
    accounts.after = (method) => {
      if (method === 'report' && ++lost % 3 !== 0) away();
    };
    for (let i = 0; i < 30; i++) {
      expect(await call(keeper)).toBe('admitted');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await stopAll();
    expect(lost).toBeGreaterThan(4);
    expect(accounts.totalSpent()).toBe(30n);
    expect(accounts.calls('key-1', CallStatus.ANSWERED)).toBe(30);
  });

  test('a lease whose answer was lost is not leased twice', async () => {
    const { keeper, accounts, clock } = setUp({ limit: 1n });
    let now = Date.now();
    clock.now = () => now;
    let lost = true;
    accounts.after = (method) => {
      if (method === 'lease' && lost) away();
    };
    expect(await call(keeper)).toBe('unavailable');
    lost = false;
    now += 1_000;
    expect(await call(keeper)).toBe('admitted');
    await stopAll();
    expect(accounts.totalSpent()).toBe(1n);
  });

  test('a lease that came while a report was repeated is named in the repetition', async () => {
    const { keeper, accounts } = setUp({ limit: 1_000n });
    await call(keeper);
    await until(() => accounts.totalSpent() === 1n);
    let named: string[] = [];
    accounts.before = (method) => {
      if (method === 'report') away();
    };
    await call(keeper);
    const received = accounts.reportsReceived;
    await until(() => accounts.reportsReceived > received);
    const before = accounts.leases.size;
    await calls([keeper], 60);
    expect(accounts.leases.size).toBeGreaterThan(before);
    const report = accounts.report.bind(accounts);
    const held = [...accounts.leases.keys()];
    accounts.before = () => {};
    accounts.report = (request) => {
      if (named.length === 0) named = (request.leases ?? []).map(({ leaseId = '' }) => leaseId);
      return report(request);
    };
    await until(() => named.length > 0);
    expect(named.toSorted()).toEqual(held.toSorted());
    await stopAll();
    expect([accounts.totalSpent(), accounts.leases.size]).toEqual([62n, 0]);
  });

  test('a gateway that accounts forgot reports all calls under a new name', async () => {
    const { keeper, accounts } = setUp({ limit: 1_000n });
    await call(keeper);
    await until(() => accounts.calls('key-1', CallStatus.ANSWERED) === 1);
    await call(keeper);
    await until(() => accounts.calls('key-1', CallStatus.ANSWERED) === 2);
    accounts.forgetGateways();
    await call(keeper);
    await until(() => accounts.calls('key-1', CallStatus.ANSWERED) === 3);
    expect(await call(keeper)).toBe('admitted');
  });
});

describe('the month', () => {
  test('a call that began before its end counts in it, the next one in the next', async () => {
    const { keeper, accounts, clock } = setUp({ limit: 1_000n });
    const end = Date.UTC(2026, 11, 1);
    clock.now = () => end - 1;
    const late = await admitted(keeper);
    clock.now = () => end + 2_000;
    const next = await admitted(keeper);
    // Reports still name the lease of the month before.
    const received = accounts.reportsReceived;
    await until(() => accounts.reportsReceived > received + 1);
    expect(keeper.monthLeft('team-1')).toEqual({ remaining: 999, endsAt: Date.UTC(2027, 0, 1) });
    for (const reservation of [late, next]) {
      reservation.commit();
      keeper.countCall('key-1', reservation.dayFor(dayOf(end + 2_000)), CallStatus.ANSWERED);
    }
    await stopAll();
    expect([...accounts.spent.values()]).toEqual([1n, 1n]);
    expect(accounts.usage()).toEqual({
      [`key-1 ${dayOf(end) - 1} ${CallStatus.ANSWERED}`]: 1,
      [`key-1 ${dayOf(end)} ${CallStatus.ANSWERED}`]: 1,
    });
  });

  test('the clock of accounts decides the month when ours is ahead', async () => {
    const { keeper, accounts, clock } = setUp({ limit: 1_000n });
    const end = Date.UTC(2026, 11, 1);
    clock.now = () => end + 500;
    accounts.now = () => end - 500;
    const reservation = await admitted(keeper);
    reservation.commit();
    expect(reservation.dayFor(dayOf(end + 500))).toBe(dayOf(end) - 1);
    expect((await admitted(keeper)).dayFor(dayOf(end + 500))).toBe(dayOf(end) - 1);
    expect(accounts.leaseQuestions).toBe(1);
  });

  test('the rest of it', async () => {
    const { keeper, accounts } = setUp({ limit: 100n });
    expect(keeper.monthLeft('team-1')).toBeUndefined();
    const running = await admitted(keeper);
    expect(keeper.monthLeft('team-1')?.remaining).toBe(99);
    running.commit();
    expect(keeper.monthLeft('team-1')?.remaining).toBe(99);
    await until(() => accounts.totalSpent() === 1n);
    expect(keeper.monthLeft('team-1')?.remaining).toBe(99);
    (await admitted(keeper)).refund();
    expect(keeper.monthLeft('team-1')?.remaining).toBe(99);
  });
});
