import { finalizedHeight } from '#/progress/finalized-height.ts';
import { countConfirmations } from './count-confirmations.ts';
import { findNextHash } from './find-next-hash.ts';
import { getBlock } from './get-block.ts';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode, Reference, TransactionNode } from './nodes.ts';
import { printBlock, printHeader } from './verus-json.ts';

interface TransactionPage {
  transactions: TransactionNode[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number;
}

export const Block = {
  __resolveReference: async (
    { chainId, hash, at }: Reference & { hash: string },
    context: BlocksContext,
  ): Promise<BlockNode> => getBlock(context, await context.view(chainId, { at }), hash),

  at: ({ view }: BlockNode): number | null => view.at,

  previousHash: ({ previousHash }: BlockNode): string | null => (previousHash === '' ? null : previousHash),

  nextHash: (block: BlockNode, _: unknown, context: BlocksContext): Promise<string | null> =>
    findNextHash(block, context),

  verusJson: printBlock,
  verusHeaderJson: printHeader,

  timestamp: ({ time }: BlockNode): number => time,
  txCount: ({ transactionCount }: BlockNode): number => transactionCount,
  difficulty: ({ difficulty }: BlockNode): number => Number(difficulty),

  producer: ({ chainId, producer, view }: BlockNode) =>
    producer === '' ? null : { chainId, address: producer, at: view.at },

  confirmations: ({ main, height, view }: BlockNode): number => countConfirmations({ main, height, view }),

  /** At any view: a final block stays final. */
  isFinal: async (block: BlockNode, _: unknown, context: BlocksContext): Promise<boolean> => {
    const { network, pin } = block.view;
    const { notarizedHeight } = await context.loaders.progress.load(network);
    const finalized = finalizedHeight(pin.height, network.finalityDepth, notarizedHeight);
    return block.main && finalized !== null && block.height <= finalized;
  },

  transactions: async (
    block: BlockNode,
    args: { limit?: number | null; cursor?: string | null },
    context: BlocksContext,
  ): Promise<TransactionPage> => {
    const { chainId, hash, height, view } = block;
    const scope = { chainId, at: view.at, keys: { hash }, toHeight: height };
    const walk = await context.walk('Block.transactions', args, scope);
    const after = walk.after === null ? -1 : Number(walk.after[0]);
    const rows = await context.loaders.blockTransactions.load({
      chainId,
      blockHash: hash,
      after,
      limit: walk.limit + 1,
    });
    const page = walk.page(rows, ({ index }) => [index]);
    const transactions = page.rows.map((row) => ({ ...row, view: walk.view }));
    return { ...page, transactions, totalCount: block.transactionCount };
  },
};
