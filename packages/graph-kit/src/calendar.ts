/** Intervals of the calendar, all in UTC: the values of the schema's `StatisticsInterval`. A week begins on Monday. */
export const CALENDAR_INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;

/** Each interval of days is a whole number of hours. */
export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];

export const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const FIXED: Record<Exclude<CalendarInterval, 'MONTH'>, { length: number; origin: number }> = {
  HOUR: { length: HOUR_SECONDS, origin: 0 },
  DAY: { length: DAY_SECONDS, origin: 0 },
  // Day 0 of Unix time is a Thursday.
  WEEK: { length: 7 * DAY_SECONDS, origin: 4 * DAY_SECONDS },
};

/** Returns the first second of the interval that a second lies in. @param seconds Unix seconds, whole; also below zero */
export function intervalStart(interval: CalendarInterval, seconds: number): number {
  if (interval === 'MONTH') return monthStart(seconds, 0);
  const { length, origin } = FIXED[interval];
  return Math.floor((seconds - origin) / length) * length + origin;
}

/** Returns the first second of the interval after the one that a second lies in: where that one ends. */
export function nextIntervalStart(interval: CalendarInterval, seconds: number): number {
  if (interval === 'MONTH') return monthStart(seconds, 1);
  return intervalStart(interval, seconds) + FIXED[interval].length;
}

/**
 * Lists the intervals that begin with a block: the latest time has come into them. All in Unix seconds.
 * @param before latest time up to the block before it; null: there is no block before it
 * @param latest latest time up to the block
 */
export function listBegunIntervals(before: number | null, latest: number): CalendarInterval[] {
  return CALENDAR_INTERVALS.filter(
    (interval) => before === null || intervalStart(interval, before) < intervalStart(interval, latest),
  );
}

function monthStart(seconds: number, monthsLater: number): number {
  const date = new Date(seconds * 1000);
  // The day first: the 31st does not exist in every month.
  date.setUTCDate(1);
  date.setUTCHours(0, 0, 0, 0);
  date.setUTCMonth(date.getUTCMonth() + monthsLater);
  return date.getTime() / 1000;
}
