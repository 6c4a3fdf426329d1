import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeTransaction } from './normalize-transaction.ts';
import { readHex } from './rpc-fields.ts';

/** A transaction of the mempool, in the form that transactions of blocks have. Its position is 0. */
export interface PoolTransaction {
  transaction: Transaction;
  size: number;
}

/** Converts getrawtransaction with verbosity 1; null for a transaction that is in a block by now. @throws UnexpectedShapeError */
export function normalizePoolTransaction(answer: JsonObject, chainId: string): PoolTransaction | null {
  if (answer.blockhash !== undefined) return null;
  return { transaction: normalizeTransaction(answer, 0, chainId), size: readHex(answer, 'hex').length };
}
