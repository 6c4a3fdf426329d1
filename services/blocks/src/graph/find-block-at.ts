import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

interface BlockAtArguments {
  chainId?: string | null;
  time: Instant;
}

/** The last block whose own time is not after the given one. @throws NOT_FOUND */
export async function findBlockAt(
  _: unknown,
  { chainId, time }: BlockAtArguments,
  context: BlocksContext,
): Promise<BlockNode> {
  const view = await context.view(chainId);
  const height = await context.heightAt(view, time.seconds);
  if (height < 0) throw notFound(`${view.network.name} has no block yet at that time: its first one is later`);
  const block = await context.loaders.mainBlock.load({ chainId: view.chainId, height });
  if (block === undefined) throw new Error(`block ${height} was applied and has no row`);
  return { ...block, view };
}
