import { nextWaitMs, RETRY_SECONDS } from './retry-plan.ts';

test('ten attempts go over about three days', () => {
  expect(RETRY_SECONDS).toHaveLength(9);
  const hours = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(72);
  expect(hours).toBeLessThan(80);
});

test('a wait is spread by a tenth to both sides', () => {
  expect([0, 0.5, 1].map((chance) => nextWaitMs(RETRY_SECONDS, 2, 0, chance))).toEqual([270_000, 300_000, 330_000]);
});

test('a receiver may ask for a longer wait, not for a shorter one or one beyond a day', () => {
  expect(nextWaitMs(RETRY_SECONDS, 1, 60, 0.5)).toBe(60_000);
  expect(nextWaitMs(RETRY_SECONDS, 2, 60, 0.5)).toBe(300_000);
  expect(nextWaitMs(RETRY_SECONDS, 1, 1e9, 0.5)).toBe(86_400_000);
});

test('no attempt follows the last one', () => {
  expect(nextWaitMs(RETRY_SECONDS, 10)).toBeNull();
});
