import { readHash } from '@ledgergraph/chain-kit/graph/arguments';
import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { isCodedError, validationError } from '@ledgergraph/graph-kit/errors';
import { absent, atView } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/** The same as `@listSize` of the field. */
const TXIDS_MAX = 100;

/** An element may be an error, which GraphQL reports at its place. @throws VALIDATION_ERROR for too many txids */
export async function listTransactions(
  _: unknown,
  { chainId, asOf, txids }: { chainId?: string | null; asOf?: AsOf | null; txids: readonly string[] },
  context: BlocksContext,
): Promise<(TransactionNode | Error)[]> {
  if (txids.length > TXIDS_MAX) throw validationError('txids', `txids may have ${TXIDS_MAX} elements at most`);
  const wanted = txids.map(readTxid);
  const view = await context.view(chainId, { asOf });
  return await Promise.all(
    wanted.map(async (txid) => {
      if (txid instanceof Error) return txid;
      const transaction = await context.loaders.mainTransaction.load({ chainId: view.chainId, txid });
      return atView(transaction, view) ?? absent(txid);
    }),
  );
}

function readTxid(value: string, index: number): string | Error {
  try {
    return readHash('txids', value);
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return validationError('txids', `txids[${index}] must be 64 hexadecimal digits`);
  }
}
