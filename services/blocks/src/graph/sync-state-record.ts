import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { ChainProgress } from '#/progress/load-chain-progress.ts';
import type { BlocksContext } from './loaders.ts';

/** State of a chain, as a request sees it: `last` never lies above the request's block. */
export interface SyncStateRecord {
  chainId: string;
  last: BlockPlace;
  progress: ChainProgress;
}

/** @throws NOT_FOUND while not every subgraph has a block */
export async function getSyncState(context: BlocksContext, chainId: string): Promise<SyncStateRecord> {
  const view = await context.view(chainId);
  const progress = await context.loaders.progress.load(view.network);
  if (progress.tip === null) throw notFound(`${view.network.name} has no block yet that every part of the service has`);
  const last = progress.tip.height < view.pin.height ? progress.tip : view.pin;
  return { chainId, last, progress };
}
