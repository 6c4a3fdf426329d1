import { readRange } from '@ledgergraph/chain-kit/graph/arguments';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

export interface BlocksArguments {
  chainId?: string | null;
  fromHeight?: number | null;
  toHeight?: number | null;
  order?: 'ASC' | 'DESC' | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface BlockPage {
  blocks: BlockNode[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number;
}

/** Query.blocks: heights are dense, so that page bounds and count are arithmetic. */
export async function listBlocks(context: BlocksContext, args: BlocksArguments): Promise<BlockPage> {
  const wanted = readRange(args.fromHeight, args.toHeight);
  const order = args.order ?? 'DESC';
  const walk = await context.walk('blocks', { ...args, order }, { chainId: args.chainId, toHeight: wanted.to });
  const { view, limit } = walk;
  const from = wanted.from ?? 0;
  const to = Math.min(wanted.to ?? view.height, view.height);
  const after = walk.after === null ? null : Number(walk.after[0]);
  const rest =
    order === 'ASC' ? { from: after === null ? from : after + 1, to } : { from, to: after === null ? to : after - 1 };
  const rows = await context.loaders.mainBlocks(view.chainId, rest, order, limit + 1);
  const page = walk.page(rows, ({ height }) => [height]);
  const blocks = page.rows.map((row) => ({ ...row, view }));
  return { ...page, blocks, totalCount: Math.max(to - from + 1, 0) };
}
