import { startOf } from './intervals.ts';

/** `nMedianTimeSpan` of verusd. */
export const MEDIAN_BLOCKS = 11;

/**
 * The median of the times of a block and of the ten before it: every later block has a later time (`ContextualCheckBlockHeader`).
 * @param times of the highest blocks, at least one, in any order; fewer than eleven at the beginning of a chain
 */
export function medianTime(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * The start of the first interval that a later block can still fall into. All intervals before it are final as of the block, and stay so.
 * @param median of the block, see `medianTime`; null: there is no block
 */
export function firstUnsealed(interval: 'HOUR' | 'DAY', median: number | null): number {
  return median === null ? 0 : startOf(interval, median + 1);
}
