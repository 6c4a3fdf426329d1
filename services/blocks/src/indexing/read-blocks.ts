import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SpendRow } from '#/db/spend-rows.ts';
import type { TransactionRow } from '#/db/transaction-rows.ts';
import { readTransactionRows } from './read-transaction-rows.ts';

/** Holds only the encoded rows of its transactions: while batches wait, V8 spends more on carrying messages than on creating them. */
export interface ReadBlock {
  block: Omit<Block, 'transactions'> & { transactions: readonly TransactionRow[] };
  spends: readonly SpendRow[];
  /** Satoshis of all coinbase outputs, whichever addresses they pay. */
  reward: bigint;
}

/** @param sizes bytes of each transaction; absent or null: not known */
export function readBlock(block: Block, sizes: readonly (number | null)[] = []): ReadBlock {
  const transactions = readTransactionRows(block, sizes);
  const spends: SpendRow[] = [];
  for (const { index: spenderTxIndex, inputs } of block.transactions) {
    for (const [inputIndex, { coinbase, txid, vout }] of inputs.entries()) {
      if (coinbase.length === 0) spends.push({ txid, vout, spenderTxIndex, inputIndex });
    }
  }
  return { block: { ...block, transactions }, spends, reward: transactions[0]?.valueOut ?? 0n };
}
