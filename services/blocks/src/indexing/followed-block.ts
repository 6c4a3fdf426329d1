import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SpendRow } from '#/db/spend-rows.ts';
import type { TransactionRow } from '#/db/transaction-rows.ts';
import { readTransactionRows } from './read-transaction-rows.ts';

/**
 * A block on its way from the node to the tables. Of its transactions there is what is written alone: batches wait for each other, and
 * messages that live until then cost V8 more to carry along than to make.
 */
export interface FollowedBlock {
  block: Omit<Block, 'transactions'> & { transactions: readonly TransactionRow[] };
  /** What its inputs spend. */
  spends: readonly SpendRow[];
  /** What the producer earned, in satoshis: all outputs of the coinbase, whoever they pay. */
  reward: bigint;
  /** Accumulated stake up to this block, 32 bytes big endian: the half of the chain's power that `Block` does not carry. */
  chainStake: Uint8Array;
}

/** What is written of a block. @param chainStake see `FollowedBlock` */
export function followBlock(block: Block, chainStake: Uint8Array): FollowedBlock {
  const transactions = readTransactionRows(block);
  const spends: SpendRow[] = [];
  for (const { txid: spenderTxid, inputs } of block.transactions) {
    for (const [inputIndex, { coinbase, txid, vout }] of inputs.entries()) {
      if (coinbase.length === 0) spends.push({ txid, vout, spenderTxid, inputIndex });
    }
  }
  return { block: { ...block, transactions }, spends, reward: transactions[0]?.valueOut ?? 0n, chainStake };
}
