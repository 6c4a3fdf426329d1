import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeTransaction } from './normalize-transaction.ts';
import { readHex } from './rpc-fields.ts';

export interface PoolTransaction {
  transaction: Transaction;
  size: number;
}

/** getrawtransaction with verbosity 1; null for a transaction that is now in a block. @throws UnexpectedShapeError */
export function normalizePoolTransaction(answer: JsonObject, chainId: string): PoolTransaction | null {
  if (answer.blockhash !== undefined) return null;
  return { transaction: normalizeTransaction(answer, 0, chainId), size: readHex(answer, 'hex').length };
}
