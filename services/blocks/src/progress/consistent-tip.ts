import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';

/**
 * Finds the highest main-chain block that every subgraph has applied: queries may be pinned to it. A subgraph on an
 * orphaned branch counts at its fork point, since it has the same blocks as the others below that.
 * @returns null while one of them has no block
 */
export function consistentTip(progress: readonly SubgraphProgressRow[]): BlockPlace | null {
  let lowest: BlockPlace | null = null;
  for (const { shared } of progress) {
    if (shared === null) return null;
    if (lowest === null || shared.height < lowest.height) lowest = shared;
  }
  return lowest;
}
