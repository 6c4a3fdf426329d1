import { readFee } from '@ledgergraph/chain-kit/chain/transaction-fee';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import { type Block, type Output, type Transaction, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findTransferOrder } from '@ledgergraph/verus-protocol/payloads/reserve-transfer';
import { toTransfer } from '#/flows/transfer.ts';

const factTable = describeTable('transaction_fact', {
  height: 'integer',
  txIndex: 'integer',
  cost: 'bigint?',
  stakeIndex: 'integer?',
});
type FactRow = RowOf<typeof factTable>;

export const transactionFacts: Module<{ facts: FactRow[] }> = {
  tables: { facts: factTable },
  read: (block) => ({ facts: readTransactionFacts(block) }),
};

const PLAIN_KINDS = new Set(['', 'evalnone']);
/** Producers of blocks make such transactions, at no cost beside what they carry. */
const CARRIER_KINDS = new Set(['crosschainexport', 'crosschainimport']);

function readTransactionFacts({ chainId, height, validation, transactions }: Block): FactRow[] {
  const rows: FactRow[] = [];
  if (validation === Validation.STAKE)
    rows.push({ height, txIndex: 0, cost: null, stakeIndex: transactions.length - 1 });
  for (const transaction of transactions.slice(1)) {
    const cost = readCost(transaction, chainId);
    if (cost !== null) rows.push({ height, txIndex: transaction.index, cost, stakeIndex: null });
  }
  return rows;
}

function readCost(transaction: Transaction, chainId: string): bigint | null {
  const { outputs } = transaction;
  if (outputs.every(({ kind }) => PLAIN_KINDS.has(kind))) return null;
  if (outputs.some(({ kind }) => CARRIER_KINDS.has(kind))) return null;
  const fee = readFee(transaction);
  return fee === null ? null : outputs.reduce((cost, output) => cost + feeInside(output, chainId), fee);
}

/** Native coins beside another currency are the fee of the transfer. */
function feeInside(output: Output, chainId: string): bigint {
  const order = findTransferOrder(output);
  return order === undefined || toTransfer(order, chainId).fromId === chainId ? 0n : output.satoshis;
}
