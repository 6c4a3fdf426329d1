import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Transaction as TransactionBody } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { AddressChangeNode } from './AddressChange.ts';
import type { BlocksContext } from './loaders.ts';
import type { PendingNode } from './nodes.ts';
import { openPool } from './open-pool.ts';
import { readWindow, type Window } from './read-window.ts';
import type { InputRecord, OutputRecord } from './Transaction.ts';

export const PendingTransaction = {
  __resolveReference: async (
    { chainId, txid }: { chainId: string; txid: string },
    context: BlocksContext,
  ): Promise<PendingNode> => {
    const { view, serial } = await openPool(context, chainId);
    const transaction = await context.loaders.poolTransaction.load({ chainId, txid, serial });
    if (transaction === undefined) throw notFound(`no pending transaction ${txid}`);
    return { ...transaction, view, serial };
  },

  dependsOn: (
    { chainId, txid, view, serial }: PendingNode,
    _: unknown,
    { loaders }: BlocksContext,
  ): Promise<string[]> => loaders.pendingParents.load({ chainId, txid, height: view.height, serial }),

  inputCount: async (node: PendingNode, _: unknown, context: BlocksContext): Promise<number> =>
    (await loadBody(node, context)).inputs.length,
  outputCount: async (node: PendingNode, _: unknown, context: BlocksContext): Promise<number> =>
    (await loadBody(node, context)).outputs.length,

  vin: async (node: PendingNode, args: Window, context: BlocksContext): Promise<InputRecord[]> => {
    const { start, end } = readWindow(args);
    const { chainId, view } = node;
    const { inputs } = await loadBody(node, context);
    return inputs.slice(start, end).map((input, position) => ({ view, chainId, index: start + position, input }));
  },

  vout: async (node: PendingNode, args: Window, context: BlocksContext): Promise<OutputRecord[]> => {
    const { start, end } = readWindow(args);
    const { chainId, txid, view } = node;
    const { outputs } = await loadBody(node, context);
    return outputs.slice(start, end).map((output) => ({ view, chainId, txid, output }));
  },

  changes: async (node: PendingNode, args: Window, { loaders }: BlocksContext): Promise<AddressChangeNode[]> => {
    const { start, end } = readWindow(args);
    const { chainId, txid, view } = node;
    const changes = await loaders.addressChanges.load({ chainId, txid, offset: start, limit: end - start });
    return changes.map((change) => ({ ...change, view }));
  },
};

async function loadBody({ chainId, txid }: PendingNode, { loaders }: BlocksContext): Promise<TransactionBody> {
  const body = await loaders.poolBody.load({ chainId, txid });
  if (body === undefined) throw new Error(`pending transaction ${txid} has no body`);
  return body;
}
