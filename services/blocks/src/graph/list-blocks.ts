import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

export interface BlocksArguments extends RangeArguments {
  chainId?: string | null;
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
  const order = args.order ?? 'DESC';
  const scope = { chainId: args.chainId, range: readWantedRange(args) };
  const walk = await context.walk('blocks', { ...args, order }, scope);
  const { view, limit } = walk;
  const { from, to } = walk.range;
  const after = walk.after === null ? null : Number(walk.after[0]);
  const rest =
    order === 'ASC' ? { from: after === null ? from : after + 1, to } : { from, to: after === null ? to : after - 1 };
  const rows = await context.loaders.mainBlocks(view.chainId, rest, order, limit + 1);
  const page = walk.page(rows, ({ height }) => [height]);
  const blocks = page.rows.map((row) => ({ ...row, view }));
  return { ...page, blocks, totalCount: to - from + 1 };
}
