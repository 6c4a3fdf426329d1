import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { GraphQLError } from 'graphql';
import type { TransactionRecord } from '#/db/find-transactions.ts';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/** A transaction only in orphaned blocks is not found, unless these are included. @throws NOT_FOUND */
export async function getTransaction(
  { loaders }: BlocksContext,
  view: ChainView,
  txid: string,
  includesRemoved = false,
): Promise<TransactionNode> {
  const { mainTransaction, anyTransaction } = loaders;
  const transaction = await (includesRemoved ? anyTransaction : mainTransaction).load({ chainId: view.chainId, txid });
  const node = transaction?.main === false ? { ...transaction, view } : atView(transaction, view);
  if (node === undefined) throw absent(txid);
  return node;
}

export function atView(transaction: TransactionRecord | undefined, view: ChainView): TransactionNode | undefined {
  return transaction === undefined || transaction.height > view.height ? undefined : { ...transaction, view };
}

export function absent(txid: string): GraphQLError {
  return notFound(`no transaction ${txid}`);
}
