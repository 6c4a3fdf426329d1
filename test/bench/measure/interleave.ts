/**
 * The contenders in the order of a round: every round begins with another one, and every other round runs backwards, so that neither
 * a slow drift of the machine nor what the one before left behind favours anybody.
 */
export function interleave<T>(contenders: readonly T[], round: number): T[] {
  const start = contenders.length === 0 ? 0 : Math.floor(round / 2) % contenders.length;
  const turned = [...contenders.slice(start), ...contenders.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}
