/**
 * Orders the contenders of a round: every round begins with another one, and every other round runs backwards, so
 * that neither a slow drift of the machine nor the contender before favours any of them.
 */
export function interleave<T>(contenders: readonly T[], round: number): T[] {
  const start = contenders.length === 0 ? 0 : Math.floor(round / 2) % contenders.length;
  const turned = [...contenders.slice(start), ...contenders.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}
