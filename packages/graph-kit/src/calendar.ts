/** In UTC: the values of the schema's `StatisticsInterval`. A week begins on Monday. */
export const CALENDAR_INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;

export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];

export const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const FIXED: Record<Exclude<CalendarInterval, 'MONTH'>, { length: number; origin: number }> = {
  HOUR: { length: HOUR_SECONDS, origin: 0 },
  DAY: { length: DAY_SECONDS, origin: 0 },
  // Day 0 of Unix time is a Thursday.
  WEEK: { length: 7 * DAY_SECONDS, origin: 4 * DAY_SECONDS },
};

/** @param seconds Unix seconds, whole; also below zero */
export function intervalStart(interval: CalendarInterval, seconds: number): number {
  if (interval === 'MONTH') return monthStart(seconds, 0);
  const { length, origin } = FIXED[interval];
  return Math.floor((seconds - origin) / length) * length + origin;
}

export function nextIntervalStart(interval: CalendarInterval, seconds: number): number {
  if (interval === 'MONTH') return monthStart(seconds, 1);
  return intervalStart(interval, seconds) + FIXED[interval].length;
}

/**
 * Lists the intervals into which the latest time has come with a block, in Unix seconds.
 * @param before latest time before the block; null: there is no block before it
 */
export function listBegunIntervals(before: number | null, latest: number): CalendarInterval[] {
  return CALENDAR_INTERVALS.filter(
    (interval) => before === null || intervalStart(interval, before) < intervalStart(interval, latest),
  );
}

function monthStart(seconds: number, monthsLater: number): number {
  const date = new Date(seconds * 1000);
  // The 31st does not exist in every month.
  date.setUTCDate(1);
  date.setUTCHours(0, 0, 0, 0);
  date.setUTCMonth(date.getUTCMonth() + monthsLater);
  return date.getTime() / 1000;
}
