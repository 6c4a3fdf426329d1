import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { candidateHeights } from './candidate-heights.ts';

export type HashAt = (height: number) => Promise<string | null>;

/** Doubling steps back, then halving: a few dozen calls at any depth. @returns null when not even genesis is shared */
export async function findCommonAncestor(ours: HashAt, theirs: HashAt, newest: number): Promise<BlockPlace | null> {
  const sharedAt = async (height: number): Promise<BlockPlace | null> => {
    const [our, their] = await Promise.all([ours(height), theirs(height)]);
    return our !== null && our === their ? { height, hash: our } : null;
  };
  let differs = newest + 1;
  let shared: BlockPlace | null = null;
  for (const height of candidateHeights(newest)) {
    shared = await sharedAt(height);
    if (shared !== null) break;
    differs = height;
  }
  while (shared !== null && differs - shared.height > 1) {
    const middle = Math.floor((shared.height + differs) / 2);
    const found = await sharedAt(middle);
    if (found === null) differs = middle;
    else shared = found;
  }
  return shared;
}
