import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { ChainProgress } from '#/progress/load-chain-progress.ts';
import type { BlocksContext } from './loaders.ts';

/** `last` is the pinned block even if a failover lost progress; without a pin, the block that all subgraphs have. */
export interface SyncStateRecord {
  chainId: string;
  last: BlockPlace;
  progress: ChainProgress;
}

/** @throws NOT_FOUND while a subgraph has no block, unless the request pins one */
export async function getSyncState(context: BlocksContext, chainId: string): Promise<SyncStateRecord> {
  const view = await context.view(chainId);
  const progress = await context.loaders.progress.load(view.network);
  if (context.hasPin(chainId)) return { chainId, last: view.pin, progress };
  const { tip } = progress;
  if (tip === null) throw notFound(`${view.network.name} has no block yet that every part of the service has`);
  return { chainId, last: tip.height < view.pin.height ? tip : view.pin, progress };
}
