import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode } from './nodes.ts';

interface BlocksArguments extends RangeArguments {
  chainId?: string | null;
  producer?: string | null;
  validation?: 'WORK' | 'STAKE' | null;
  order?: 'ASC' | 'DESC' | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface BlockPage {
  blocks: BlockNode[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number | (() => Promise<number>);
}

/** Heights are dense, so page bounds and count are arithmetic; blocks of one producer or proof come from an index. */
export async function listBlocks(_: unknown, args: BlocksArguments, context: BlocksContext): Promise<BlockPage> {
  const order = args.order ?? 'DESC';
  const validation = args.validation ?? null;
  const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
  const walk = await context.walk('blocks', { ...args, order }, scope);
  const { view, limit } = walk;
  const producer = args.producer == null ? null : await findProducer(context, view, args.producer);
  const { from, to } = walk.range;
  const after = walk.after === null ? null : Number(walk.after[0]);
  const rest =
    order === 'ASC' ? { from: after === null ? from : after + 1, to } : { from, to: after === null ? to : after - 1 };
  const { chainId } = view;
  const { mainBlocks, producedBlocks, producedCount } = context.loaders;
  const filter = producer === null && validation === null ? null : { chainId, producer, validation };
  const rows =
    filter === null
      ? await mainBlocks(chainId, rest, order, limit + 1)
      : await producedBlocks(filter, rest, order, limit + 1);
  const page = walk.page(rows, ({ height }) => [height]);
  const blocks = page.rows.map((row) => ({ ...row, view }));
  if (filter === null) return { ...page, blocks, totalCount: to - from + 1 };
  const countUpTo = (height: number) => producedCount({ ...filter, height });
  return { ...page, blocks, totalCount: async () => (await countUpTo(to)) - (await countUpTo(from - 1)) };
}

/** @throws as findAddress */
function findProducer({ loaders }: BlocksContext, view: ChainView, text: string): Promise<string> {
  const { chainId, height } = view;
  return findAddress({ argument: 'producer', text }, view, {
    kind: 'identity',
    isPartial: true,
    find: async (producer) => (await loaders.producedCount({ chainId, producer, validation: null, height })) || null,
  });
}
