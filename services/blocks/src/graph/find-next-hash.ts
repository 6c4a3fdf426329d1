import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

export async function findNextHash(block: BlockNode, context: BlocksContext): Promise<string | null> {
  const { chainId, height, main, view } = block;
  if (!main || height >= view.height) return null;
  const next = await context.loaders.mainBlock.load({ chainId, height: height + 1 });
  return next?.hash ?? null;
}
