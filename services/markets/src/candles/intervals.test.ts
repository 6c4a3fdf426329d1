import { CANDLE_INTERVALS, isOpenAt, startOf } from './intervals.ts';

const seconds = (text: string): number => Date.parse(text) / 1_000;
const text = (time: number): string => new Date(time * 1_000).toISOString().slice(0, 19);

test('an interval begins where its clock does, and a week on Monday', () => {
  const friday = seconds('2026-11-27T09:38:40Z');
  expect(Object.fromEntries(CANDLE_INTERVALS.map((interval) => [interval, text(startOf(interval, friday))]))).toEqual({
    BLOCK: '2026-11-27T09:38:40',
    MINUTE: '2026-11-27T09:38:00',
    FIVE_MINUTES: '2026-11-27T09:35:00',
    QUARTER: '2026-11-27T09:30:00',
    HOUR: '2026-11-27T09:00:00',
    FOUR_HOURS: '2026-11-27T08:00:00',
    DAY: '2026-11-27T00:00:00',
    WEEK: '2026-11-23T00:00:00',
  });
  expect(text(startOf('WEEK', seconds('2026-11-23T00:00:00Z')))).toBe('2026-11-23T00:00:00');
  expect(text(startOf('WEEK', seconds('2026-11-22T23:59:59Z')))).toBe('2026-11-16T00:00:00');
});

test('every interval is made of whole finer ones', () => {
  const times = Array.from({ length: 500 }, (_, index) => seconds('2026-01-01T00:00:00Z') + index * 7_919);
  for (const time of times) {
    for (const [index, interval] of CANDLE_INTERVALS.entries()) {
      const finer = CANDLE_INTERVALS[index - 1];
      if (finer !== undefined) expect(startOf(interval, startOf(finer, time))).toBe(startOf(interval, time));
    }
  }
});

test('an interval is open up to its last second', () => {
  const start = seconds('2026-11-27T09:00:00Z');
  expect(isOpenAt('HOUR', start, start + 3_599)).toBe(true);
  expect(isOpenAt('HOUR', start, start + 3_600)).toBe(false);
  expect(isOpenAt('BLOCK', start, start)).toBe(false);
});
