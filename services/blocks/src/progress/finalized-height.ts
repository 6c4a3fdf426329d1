/** The node refuses longer forks than coinbase maturity, and forks below its notarized root (docs/verus/chains.md#finality). */
export function finalizedHeight(
  tipHeight: number,
  finalityDepth: number,
  notarizedHeight: number | null,
): number | null {
  const height = Math.min(Math.max(tipHeight - finalityDepth, notarizedHeight ?? -1), tipHeight);
  return height < 0 ? null : height;
}
