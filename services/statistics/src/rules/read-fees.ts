import { readFee } from '@ledgergraph/chain-kit/chain/transaction-fee';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

/** The value of a spent output is unknown, so fees cannot be counted. */
export class UnknownInputValueError extends Error {
  override name = 'UnknownInputValueError';
  constructor(height: number) {
    super(`height ${height}: an input spends an output of unknown value.`);
  }
}

/**
 * Imports count: the difference is exact for them too (docs/verus/blocks.md#fee-pool).
 * @returns satoshis
 * @throws UnknownInputValueError
 */
export function readFees({ height, transactions }: Pick<Block, 'height' | 'transactions'>): bigint {
  return transactions.slice(1).reduce((fees, transaction) => {
    const fee = readFee(transaction);
    if (fee === null) throw new UnknownInputValueError(height);
    return fees + fee;
  }, 0n);
}
