import { CALENDAR_INTERVALS, intervalStart, listBegunIntervals, nextIntervalStart } from './calendar.ts';

const seconds = (text: string): number => Date.parse(text) / 1000;
const text = (second: number): string => new Date(second * 1000).toISOString().replace('.000Z', 'Z');

describe('intervals of the calendar', () => {
  test.each([
    ['HOUR', '2024-02-29T23:59:59Z', '2024-02-29T23:00:00Z', '2024-03-01T00:00:00Z'],
    ['DAY', '2024-02-29T23:59:59Z', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['WEEK', '2024-03-03T23:59:59Z', '2024-02-26T00:00:00Z', '2024-03-04T00:00:00Z'],
    ['WEEK', '2024-03-04T00:00:00Z', '2024-03-04T00:00:00Z', '2024-03-11T00:00:00Z'],
    ['MONTH', '2023-01-31T12:00:00Z', '2023-01-01T00:00:00Z', '2023-02-01T00:00:00Z'],
    ['MONTH', '2024-02-29T23:59:59Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['MONTH', '2023-12-31T23:59:59Z', '2023-12-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['WEEK', '1969-12-28T12:00:00Z', '1969-12-22T00:00:00Z', '1969-12-29T00:00:00Z'],
    ['MONTH', '0033-05-15T00:00:00Z', '0033-05-01T00:00:00Z', '0033-06-01T00:00:00Z'],
  ] as const)('%s of %s begins at %s and ends before %s', (interval, at, start, next) => {
    expect(text(intervalStart(interval, seconds(at)))).toBe(start);
    expect(text(nextIntervalStart(interval, seconds(at)))).toBe(next);
  });

  test.each([
    [null, '2024-02-29T23:59:59Z', ['HOUR', 'DAY', 'WEEK', 'MONTH']],
    ['2024-02-29T23:00:00Z', '2024-02-29T23:59:59Z', []],
    ['2024-02-29T22:59:59Z', '2024-02-29T23:00:00Z', ['HOUR']],
    ['2024-02-29T23:59:59Z', '2024-03-01T00:00:00Z', ['HOUR', 'DAY', 'MONTH']],
    ['2024-03-03T23:59:59Z', '2024-03-04T05:00:00Z', ['HOUR', 'DAY', 'WEEK']],
  ])('from %s to %s begin %j', (before, latest, begun) => {
    expect(listBegunIntervals(before === null ? null : seconds(before), seconds(latest))).toEqual(begun);
  });

  test('intervals follow each other without a gap, on whole hours, and a week begins on Monday', () => {
    for (const interval of CALENDAR_INTERVALS) {
      const starts = [intervalStart(interval, seconds('2019-12-30T12:34:56Z'))];
      while (starts.length < 120) starts.push(nextIntervalStart(interval, starts.at(-1) ?? 0));
      for (const [index, start] of starts.entries()) {
        expect(start % 3600).toBe(0);
        expect(intervalStart(interval, start)).toBe(start);
        expect(intervalStart(interval, start - 1)).toBe(starts[index - 1] ?? intervalStart(interval, start - 1));
        if (interval === 'WEEK') expect(new Date(start * 1000).getUTCDay()).toBe(1);
      }
    }
  });
});
