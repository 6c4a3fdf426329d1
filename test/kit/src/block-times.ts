/** `nMedianTimeSpan` of verusd. */
export const TIME_SPAN_BLOCKS = 11;

/** Later than the median of the last 11 (docs/verus/blocks.md#times). @param before in the order of the chain */
export function earliestTime(before: readonly number[]): number {
  const last = before.slice(-TIME_SPAN_BLOCKS).sort((a, b) => a - b);
  return (last[Math.floor(last.length / 2)] ?? -1) + 1;
}
