/** This many blocks decide about the time of the next one (`nMedianTimeSpan` of verusd). */
export const TIME_SPAN_BLOCKS = 11;

/**
 * Earliest time that the protocol allows the block behind others: later than their median (docs/verus/blocks.md#times).
 * @param before times of the blocks below it, in their order; of many the last 11 count
 */
export function earliestTime(before: readonly number[]): number {
  const last = before.slice(-TIME_SPAN_BLOCKS).sort((a, b) => a - b);
  return (last[Math.floor(last.length / 2)] ?? -1) + 1;
}
