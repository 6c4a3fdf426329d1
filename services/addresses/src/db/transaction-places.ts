import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { PlacedTransaction } from './output-row.ts';

const PLACE_COLUMNS = { chain: 'smallint', height: 'integer', tx_index: 'integer', txid: 'bytea' };

export function transactionPlaceRows(
  copies: boolean,
  chain: number,
  transactions: readonly { place: PlacedTransaction }[],
): TableRows {
  const rows = new TableRows('transaction_place', PLACE_COLUMNS, copies);
  for (const { place } of transactions) rows.add([chain, place.height, place.index, `\\x${place.txid}`]);
  return rows;
}

export async function revertTransactionPlaces(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM transaction_place WHERE chain = $1 AND height > $2', chain, keepHeight);
}
