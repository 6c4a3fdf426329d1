import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';

/** Native satoshis, with the shielded difference; 0 for a coinbase. @returns null where the value of an input is unknown */
export function readFee({
  inputs,
  outputs,
  shieldedValueBalance,
}: Pick<Transaction, 'inputs' | 'outputs' | 'shieldedValueBalance'>): bigint | null {
  let fee = shieldedValueBalance;
  for (const { satoshis } of inputs) {
    if (satoshis === undefined) return null;
    fee += satoshis;
  }
  for (const { satoshis } of outputs) fee -= satoshis;
  return fee;
}
