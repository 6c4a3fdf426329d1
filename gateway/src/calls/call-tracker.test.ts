import type { KnownKey } from '#/auth/key-answer.ts';
import type { Reservation } from '#/quota/admission.ts';
import { CallTracker } from './call-tracker.ts';

const KEY = { id: 'k', teamId: 't', environment: 'MAINNET' } as KnownKey;

function trackerWith({ second, month }: { second: boolean; month: boolean }) {
  const told: string[] = [];
  const say = (what: string) => (): void => void told.push(what);
  const reservation: Reservation = { dayFor: (day) => day, commit: say('committed'), refund: say('refunded') };
  const tracker = new CallTracker({
    rates: {
      take: () => (second ? { confirm: say('confirmed'), giveBack: say('given back') } : { waitMs: 5 }),
      secondLeft: () => null,
    },
    quotas: {
      takeAtOnce: () => (month ? reservation : undefined),
      admit: () => ({ status: 'unavailable' }),
      countCall: say('counted'),
      monthLeft: () => undefined,
    },
  });
  return { tracker, told };
}

test('a call that both limits let through at once is open, paid, and settled once', async () => {
  const { tracker, told } = trackerWith({ second: true, month: true });
  const call = tracker.openAtOnce(KEY);
  expect(await tracker.allSettled(0)).toBe(false);
  call?.note('answered');
  call?.settleAnswer(200);
  call?.abandon();
  expect(told).toEqual(['confirmed', 'committed', 'counted']);
  expect(await tracker.allSettled(0)).toBe(true);
});

test.each([
  ['second', { second: false, month: true }, []],
  ['month', { second: true, month: false }, ['given back']],
])('where the %s does not, no call is open and nothing is taken', async (_limit, limits, expected) => {
  const { tracker, told } = trackerWith(limits);
  expect(tracker.openAtOnce(KEY)).toBeUndefined();
  expect(told).toEqual(expected);
  expect(await tracker.allSettled(0)).toBe(true);
});
