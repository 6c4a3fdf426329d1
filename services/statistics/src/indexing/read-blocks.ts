import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';

/** Parts of a block that this service needs: the fees that its transactions paid. */
export interface ReadBlock {
  height: number;
  /** Satoshis; null where the node does not give the value of an input. */
  total: bigint | null;
  /** Transactions that have a fee. */
  transactionCount: number;
}

/** Pure: the same block gives the same fees, whenever it is read. */
export function readBlock(block: Block): ReadBlock {
  const paying = block.transactions.filter(hasFee);
  const fees = paying.map(readFee);
  const total = fees.reduce<bigint | null>((sum, fee) => (sum === null || fee === null ? null : sum + fee), 0n);
  return { height: block.height, total, transactionCount: paying.length };
}

/** A coinbase has none, and an import moves reserves that stand in no input, so that the difference means nothing there. */
function hasFee({ index, outputs }: Transaction): boolean {
  return index > 0 && outputs.every(({ kind }) => kind !== 'crosschainimport');
}

/** Inputs less outputs, and what shielded parts add. */
function readFee({ inputs, outputs, shieldedValueBalance }: Transaction): bigint | null {
  let fee = shieldedValueBalance;
  for (const { satoshis } of inputs) {
    if (satoshis === undefined) return null;
    fee += satoshis;
  }
  for (const { satoshis } of outputs) fee -= satoshis;
  return fee;
}
