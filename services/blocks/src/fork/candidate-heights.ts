/** Steps double down to genesis: a consumer that is lost by n blocks reverts fewer than 2n. */
export function candidateHeights(newest: number): number[] {
  const heights: number[] = [];
  let step = 1;
  for (let height = newest; height > 0; height -= step, step *= 2) heights.push(height);
  if (newest >= 0) heights.push(0);
  return heights;
}
