import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { computeAddressChanges } from '#/changes/compute-address-changes.ts';
import { findOutputs } from '#/db/find-outputs.ts';
import type { PoolEntry } from '#/db/pool-rows.ts';
import type { PoolTransaction } from '#/following/normalize-pool-transaction.ts';
import { readTransactionRows } from '#/indexing/read-transaction-rows.ts';

/** The node's data about spent outputs is not reliable (docs/verus/blocks.md#inputs). @param transactions parents before their children */
export async function readPoolEntries(
  db: SqlExecutor,
  chainId: string,
  transactions: readonly PoolTransaction[],
): Promise<PoolEntry[]> {
  const together = new Map(transactions.map(({ transaction }) => [hex(transaction.txid), transaction]));
  const parents = new Set(transactions.flatMap(({ transaction }) => parentsOf(transaction)));
  const elsewhere = await findOutputs(
    db,
    chainId,
    [...parents].filter((txid) => !together.has(txid)),
  );
  const outputsOf = (txid: string): readonly Output[] => together.get(txid)?.outputs ?? elsewhere.get(txid) ?? [];
  return transactions.map((pooled) => readEntry(chainId, pooled, outputsOf));
}

export function parentsOf({ inputs }: Pick<Transaction, 'inputs'>): string[] {
  return [...new Set(inputs.map(({ txid }) => hex(txid)))];
}

function readEntry(
  chainId: string,
  { transaction, size }: PoolTransaction,
  outputsOf: (txid: string) => readonly Output[],
): PoolEntry {
  const spends = transaction.inputs.map(({ txid, vout }) => ({ txid: hex(txid), vout }));
  const spent = spends.flatMap(({ txid, vout }) => outputsOf(txid).find(({ index }) => index === vout) ?? []);
  const [row] = readTransactionRows({ transactions: [transaction] });
  if (row === undefined) throw new Error('a transaction without a row');
  return {
    txid: hex(transaction.txid),
    size,
    fee: isDefinition(transaction) && row.valueIn !== null ? row.valueIn - row.valueOut : row.fee,
    expiryHeight: row.expiryHeight,
    fragment: row.fragment,
    spends,
    changes: computeAddressChanges(chainId, spent, transaction.outputs),
  };
}

/** Its first import moves nothing, so its fee is defined, unlike that of a miner's imports (docs/verus/blocks.md#fees). */
function isDefinition({ outputs }: Transaction): boolean {
  return outputs.some(({ kind }) => kind === 'currencydefinition');
}
