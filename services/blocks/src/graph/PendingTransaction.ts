import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Transaction as TransactionBody } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { BlocksContext } from './loaders.ts';
import type { PendingNode } from './nodes.ts';
import { openPool } from './open-pool.ts';
import { transactionLists } from './transaction-lists.ts';
import { printPending } from './verus-json.ts';

const lists = transactionLists<PendingNode>(
  'PendingTransaction',
  loadBody,
  ({ chainId, txid }, { loaders }, offset, limit) => loaders.addressChanges.load({ chainId, txid, offset, limit }),
);

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

  verusJson: printPending,

  ...lists,
};

async function loadBody({ chainId, txid }: PendingNode, { loaders }: BlocksContext): Promise<TransactionBody> {
  const body = await loaders.poolBody.load({ chainId, txid });
  if (body === undefined) throw new Error(`pending transaction ${txid} has no body`);
  return body;
}
