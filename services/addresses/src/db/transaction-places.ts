import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';

/** Place of a transaction on the chain, and its name as verusd prints it. */
export interface PlacedTransaction {
  height: number;
  index: number;
  txid: string;
}

const PLACE_COLUMNS = { chain: 'smallint', height: 'integer', tx_index: 'integer', txid: 'bytea' };

export async function insertTransactionPlaces(
  tx: SqlExecutor,
  chain: number,
  transactions: readonly PlacedTransaction[],
): Promise<void> {
  const rows = transactions.map(({ height, index, txid }) => [chain, height, index, `\\x${txid}`]);
  await insertRows(tx, 'transaction_place', PLACE_COLUMNS, rows);
}

/** Forgets those above a height; -1: all. */
export async function revertTransactionPlaces(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM transaction_place WHERE chain = $1 AND height > $2', chain, keepHeight);
}
