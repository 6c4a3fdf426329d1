import type { BlockPlace } from '@ledgergraph/chain-kit/chain/cursor';
import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';

/**
 * The highest main-chain block that every subgraph has applied: what queries may be pinned to. A subgraph on an
 * orphaned branch counts at its fork point, since what it has below that is what the others have.
 * @returns null while one of them has nothing
 */
export function consistentTip(progress: readonly SubgraphProgressRow[]): BlockPlace | null {
  let lowest: BlockPlace | null = null;
  for (const { shared } of progress) {
    if (shared === null) return null;
    if (lowest === null || shared.height < lowest.height) lowest = shared;
  }
  return lowest;
}
