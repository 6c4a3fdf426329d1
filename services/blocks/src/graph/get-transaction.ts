import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/chain-kit/graph/errors';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/**
 * A transaction by txid, at a view. One that stands only in an orphaned block did not happen.
 * @throws NOT_FOUND
 */
export async function getTransaction(context: BlocksContext, view: ChainView, txid: string): Promise<TransactionNode> {
  const transaction = await context.loaders.mainTransaction.load({ chainId: view.chainId, txid });
  if (transaction === undefined || transaction.height > view.height) throw notFound(`no transaction ${txid}`);
  return { ...transaction, view };
}
