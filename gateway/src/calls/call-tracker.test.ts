import type { KnownKey } from '#/auth/key-answer.ts';
import type { Reservation } from '#/quota/reservation.ts';
import { CallTracker } from './call-tracker.ts';

const KEY = { id: 'k', teamId: 't', environment: 'MAINNET' } as KnownKey;

function trackerWith({ second, month }: { second: boolean; month: boolean }) {
  const calls: string[] = [];
  const note = (what: string) => (): void => void calls.push(what);
  const reservation: Reservation = { dayFor: (day) => day, commit: note('committed'), refund: note('refunded') };
  const tracker = new CallTracker({
    rates: {
      take: () => (second ? { confirm: note('confirmed'), giveBack: note('given back') } : { waitMs: 5 }),
      secondLeft: () => null,
    },
    quotas: {
      takeAtOnce: () => (month ? reservation : undefined),
      admit: () => ({ status: 'unavailable' }),
      countCall: note('counted'),
      monthLeft: () => undefined,
    },
  });
  return { tracker, calls };
}

test('a call that both limits let through at once is open, paid, and settled once', async () => {
  const { tracker, calls } = trackerWith({ second: true, month: true });
  const call = tracker.openAtOnce(KEY);
  expect(await tracker.allSettled(0)).toBe(false);
  call?.note('answered');
  call?.settleAnswer(200);
  call?.abandon();
  expect(calls).toEqual(['confirmed', 'committed', 'counted']);
  expect(await tracker.allSettled(0)).toBe(true);
});

test.each([
  ['second', { second: false, month: true }, []],
  ['month', { second: true, month: false }, ['given back']],
])('where the %s does not, no call is open and nothing is taken', async (_limit, limits, expected) => {
  const { tracker, calls } = trackerWith(limits);
  expect(tracker.openAtOnce(KEY)).toBeUndefined();
  expect(calls).toEqual(expected);
  expect(await tracker.allSettled(0)).toBe(true);
});
