import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/**
 * Finds a transaction by txid, at a view. A transaction in orphaned blocks only is not found.
 * @throws NOT_FOUND
 */
export async function getTransaction(context: BlocksContext, view: ChainView, txid: string): Promise<TransactionNode> {
  const transaction = await context.loaders.mainTransaction.load({ chainId: view.chainId, txid });
  if (transaction === undefined || transaction.height > view.height) throw notFound(`no transaction ${txid}`);
  return { ...transaction, view };
}
