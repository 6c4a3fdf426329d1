import { hex } from '@ledgergraph/chain-kit/hex';
import { writeParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { Transaction as TransactionBody } from '@ledgergraph/proto-schemas/chain/v1/block';
import { describeParties } from '#/changes/describe-parties.ts';
import { countConfirmations } from './count-confirmations.ts';
import { getTransaction } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode, Reference, TransactionNode } from './nodes.ts';
import { getRawBytes } from './raw-bytes.ts';
import { transactionLists } from './transaction-lists.ts';
import { printTransaction } from './verus-json.ts';

const lists = transactionLists<TransactionNode>(
  'Transaction',
  loadBody,
  async ({ chainId, txid, height }, { loaders }, start, count) => {
    // The node's address index does not have genesis (docs/verus/addresses.md#index).
    if (height === 0) return [];
    return (await loaders.blockChanges.load({ chainId, txid })).slice(start, start + count);
  },
);

export const Transaction = {
  __resolveReference: async (
    { chainId, txid, at }: Reference & { txid: string },
    context: BlocksContext,
  ): Promise<TransactionNode> => getTransaction(context, await context.view(chainId, { at }), txid),

  at: ({ view }: TransactionNode): number | null => view.at,

  block: async (
    { chainId, blockHash, view }: TransactionNode,
    _: unknown,
    context: BlocksContext,
  ): Promise<BlockNode> => {
    const block = await context.loaders.blockByHash.load({ chainId, hash: blockHash });
    if (block === undefined) throw new Error(`block ${blockHash} has no row`);
    return { ...block, view };
  },

  blockHeight: ({ height }: TransactionNode): number => height,
  hex: async (node: TransactionNode, _: unknown, context: BlocksContext): Promise<string> => {
    // Before the first wait, so that all fields of a request are counted before any is fetched.
    context.loaders.rawBudget.take('hex', { ...node, hash: node.txid });
    return hex(await getRawBytes(node, context));
  },

  verusJson: printTransaction,

  /** Null in the row where the node omitted a part of the transaction; its bytes have it. */
  size: async (node: TransactionNode, _: unknown, context: BlocksContext): Promise<number> => {
    if (node.size !== null) return node.size;
    if (node.index !== 0) context.loaders.rawBudget.take('size', { ...node, hash: node.txid });
    return (await getRawBytes(node, context)).length;
  },

  timestamp: ({ time }: TransactionNode): number => time,

  confirmations: ({ main, height, view }: TransactionNode): number => countConfirmations({ main, height, view }),

  isCoinbase: ({ index }: TransactionNode): boolean => index === 0,

  ...lists,

  parties: async (record: TransactionNode, _: unknown, { loaders }: BlocksContext): Promise<string> => {
    const { chainId, txid, height, index, blockHash } = record;
    const [flows, block] = await Promise.all([
      loaders.transactionFlows.load({ chainId, txid }),
      loaders.blockByHash.load({ chainId, hash: blockHash }),
    ]);
    if (flows === undefined || block === undefined) throw new Error(`transaction ${txid} has no body, or no block`);
    return writeParties(describeParties(flows, { height, index, isStakedBlock: block.validation === 'STAKE' }));
  },
};

async function loadBody({ chainId, txid }: TransactionNode, context: BlocksContext): Promise<TransactionBody> {
  const body = await context.loaders.transactionBody.load({ chainId, txid });
  if (body === undefined) throw new Error(`transaction ${txid} has no body`);
  return body;
}
