/**
 * Heights at which to look for a shared block: every step back is twice as long as the one before, down to genesis.
 * So a consumer that is lost by n blocks reverts fewer than 2n, and the answer stays short on any chain.
 * @param newest first height to offer; -1 or less: none
 * @returns falling, ending in 0
 */
export function candidateHeights(newest: number): number[] {
  const heights: number[] = [];
  let step = 1;
  for (let height = newest; height > 0; height -= step, step *= 2) heights.push(height);
  if (newest >= 0) heights.push(0);
  return heights;
}
