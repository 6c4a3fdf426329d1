import { startOf } from './intervals.ts';

/** `nMedianTimeSpan` of verusd. */
export const MEDIAN_BLOCKS = 11;

/** Every later block has a later time (`ContextualCheckBlockHeader`). @param times of the highest eleven blocks, in any order */
export function medianTime(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** All intervals before this one are final. @param median null if there is no block */
export function firstUnsealed(interval: 'HOUR' | 'DAY', median: number | null): number {
  return median === null ? 0 : startOf(interval, median + 1);
}
