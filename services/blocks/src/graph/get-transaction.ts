import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { GraphQLError } from 'graphql';
import type { TransactionRecord } from '#/db/find-transactions.ts';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/** A transaction only in orphaned blocks is not found. @throws NOT_FOUND */
export async function getTransaction(context: BlocksContext, view: ChainView, txid: string): Promise<TransactionNode> {
  const transaction = await context.loaders.mainTransaction.load({ chainId: view.chainId, txid });
  const node = atView(transaction, view);
  if (node === undefined) throw absent(txid);
  return node;
}

export function atView(transaction: TransactionRecord | undefined, view: ChainView): TransactionNode | undefined {
  return transaction === undefined || transaction.height > view.height ? undefined : { ...transaction, view };
}

export function absent(txid: string): GraphQLError {
  return notFound(`no transaction ${txid}`);
}
