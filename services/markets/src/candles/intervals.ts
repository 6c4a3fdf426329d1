/** The schema's `CandleInterval`, in UTC. QUARTER is a quarter of an hour. */
export const CANDLE_INTERVALS = [
  'BLOCK',
  'MINUTE',
  'FIVE_MINUTES',
  'QUARTER',
  'HOUR',
  'FOUR_HOURS',
  'DAY',
  'WEEK',
] as const;

export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export type TimeInterval = Exclude<CandleInterval, 'BLOCK'>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SECONDS: Record<TimeInterval, number> = {
  MINUTE,
  FIVE_MINUTES: 5 * MINUTE,
  QUARTER: 15 * MINUTE,
  HOUR,
  FOUR_HOURS: 4 * HOUR,
  DAY,
  WEEK: 7 * DAY,
};

/** Day 0 of Unix time is a Thursday, and weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY;

export function secondsOf(interval: TimeInterval): number {
  return SECONDS[interval];
}

/** @param time unix seconds */
export function startOf(interval: CandleInterval, time: number): number {
  if (interval === 'BLOCK') return time;
  const origin = interval === 'WEEK' ? FIRST_MONDAY : 0;
  return Math.floor((time - origin) / SECONDS[interval]) * SECONDS[interval] + origin;
}

/** A block is over at once. */
export function isOpenAt(interval: CandleInterval, start: number, time: number): boolean {
  return interval !== 'BLOCK' && start + SECONDS[interval] > time;
}
