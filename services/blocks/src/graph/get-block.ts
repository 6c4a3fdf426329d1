import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

/** A block above the view does not exist there yet; one that a reorganisation removed still does. @throws NOT_FOUND */
export async function getBlock(context: BlocksContext, view: ChainView, hash: string): Promise<BlockNode> {
  const block = await context.loaders.blockByHash.load({ chainId: view.chainId, hash });
  if (block === undefined || (block.main && block.height > view.height)) throw notFound(`no block ${hash}`);
  return { ...block, view };
}
