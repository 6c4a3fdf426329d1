/**
 * Every round begins with another contender, and every other one runs backwards, so that neither drift nor the contender before favours
 * any.
 */
export function interleave<T>(contenders: readonly T[], round: number): T[] {
  const start = contenders.length === 0 ? 0 : Math.floor(round / 2) % contenders.length;
  const turned = [...contenders.slice(start), ...contenders.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}
