import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

export interface ChainTipNode {
  block: BlockNode;
  branchLength: number;
}

export async function listChainTips(
  _: unknown,
  args: { chainId?: string | null },
  context: BlocksContext,
): Promise<ChainTipNode[]> {
  const view = await context.view(args.chainId);
  const [block, left] = await Promise.all([
    context.loaders.blockByHash.load({ chainId: view.chainId, hash: view.hash }),
    context.loaders.leftTips.load(view.chainId),
  ]);
  if (block === undefined) throw new Error(`block ${view.hash} has no row`);
  return [
    { block: { ...block, view }, branchLength: 0 },
    ...left.map(({ branchLength, ...tip }) => ({ block: { ...tip, view }, branchLength })),
  ];
}
