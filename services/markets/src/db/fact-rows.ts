import { chainNumber, numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Facts of a transaction; see the Prisma schema. */
export interface FactRow {
  height: number;
  txIndex: number;
  /** Native satoshis: see TransactionFacts.cost. */
  cost: bigint | null;
  /** Position of the stake, at the coinbase of a staked block. */
  stakeIndex: number | null;
}

export async function insertFacts(tx: SqlExecutor, chainId: string, rows: readonly FactRow[]): Promise<void> {
  if (rows.length === 0) return;
  const chain = await numberChain(tx, chainId);
  await insertRows(
    tx,
    'transaction_fact',
    { chain: 'smallint', height: 'integer', tx_index: 'integer', cost: 'bigint', stake_index: 'integer' },
    rows.map(({ height, txIndex, cost, stakeIndex }) => [chain, height, txIndex, cost, stakeIndex]),
  );
}

/** @param keepHeight -1: no block is kept */
export async function deleteFactsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM transaction_fact WHERE chain = ${chainNumber(1)} AND height > $2`,
    chainId,
    keepHeight,
  );
}
