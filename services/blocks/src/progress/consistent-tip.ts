import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';

/** A subgraph on an orphaned branch counts at its fork point. @returns null while one of them has no block */
export function consistentTip(progress: readonly SubgraphProgressRow[]): BlockPlace | null {
  let lowest: BlockPlace | null = null;
  for (const { shared } of progress) {
    if (shared === null) return null;
    if (lowest === null || shared.height < lowest.height) lowest = shared;
  }
  return lowest;
}
