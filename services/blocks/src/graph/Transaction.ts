import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { hex } from '@ledgergraph/chain-kit/hex';
import { writeParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { Input, Output, Transaction as TransactionBody } from '@ledgergraph/proto-schemas/chain/v1/block';
import { describeParties } from '#/changes/describe-parties.ts';
import type { AddressChangeNode } from './AddressChange.ts';
import { countConfirmations } from './count-confirmations.ts';
import { getTransaction } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode, Reference, TransactionNode } from './nodes.ts';
import { getRawBytes } from './raw-bytes.ts';
import { readWindow, type Window } from './read-window.ts';

export interface InputRecord {
  view: ChainView;
  chainId: string;
  index: number;
  input: Input;
}

export interface OutputRecord {
  view: ChainView;
  chainId: string;
  txid: string;
  output: Output;
}

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
    context.loaders.rawBudget.take('hex', node);
    return hex(await getRawBytes(node, context));
  },

  /** Null in the row where the node omitted a part of the transaction; its bytes have it. */
  size: async (node: TransactionNode, _: unknown, context: BlocksContext): Promise<number> => {
    if (node.size !== null) return node.size;
    if (node.index !== 0) context.loaders.rawBudget.take('size', node);
    return (await getRawBytes(node, context)).length;
  },

  timestamp: ({ time }: TransactionNode): number => time,

  confirmations: ({ main, height, view }: TransactionNode): number => countConfirmations({ main, height, view }),

  isCoinbase: ({ index }: TransactionNode): boolean => index === 0,

  vin: async (record: TransactionNode, args: Window, context: BlocksContext): Promise<InputRecord[]> => {
    const { start, end } = readWindow(args);
    const { inputs } = await loadBody(record, context);
    return inputs
      .slice(start, end)
      .map((input, position) => ({ view: record.view, chainId: record.chainId, index: start + position, input }));
  },

  vout: async (record: TransactionNode, args: Window, context: BlocksContext): Promise<OutputRecord[]> => {
    const { start, end } = readWindow(args);
    const { outputs } = await loadBody(record, context);
    return outputs
      .slice(start, end)
      .map((output) => ({ view: record.view, chainId: record.chainId, txid: record.txid, output }));
  },

  parties: async (record: TransactionNode, _: unknown, { loaders }: BlocksContext): Promise<string> => {
    const { chainId, txid, height, index, blockHash } = record;
    const [flows, block] = await Promise.all([
      loaders.transactionFlows.load({ chainId, txid }),
      loaders.blockByHash.load({ chainId, hash: blockHash }),
    ]);
    if (flows === undefined || block === undefined) throw new Error(`transaction ${txid} has no body, or no block`);
    return writeParties(describeParties(flows, { height, index, isStakedBlock: block.validation === 'STAKE' }));
  },

  changes: async (record: TransactionNode, args: Window, { loaders }: BlocksContext): Promise<AddressChangeNode[]> => {
    const { start, end } = readWindow(args);
    const { chainId, txid, view, height } = record;
    // The node's address index does not have genesis (docs/verus/addresses.md#index).
    if (height === 0) return [];
    const changes = await loaders.blockChanges.load({ chainId, txid });
    return changes.slice(start, end).map((change) => ({ ...change, view }));
  },
};

async function loadBody({ chainId, txid }: TransactionNode, context: BlocksContext): Promise<TransactionBody> {
  const body = await context.loaders.transactionBody.load({ chainId, txid });
  if (body === undefined) throw new Error(`transaction ${txid} has no body`);
  return body;
}
