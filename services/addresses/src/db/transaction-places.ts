import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { PlacedTransaction } from './output-row.ts';

export const transactionPlaces = describeTable('transaction_place', {
  paysShielded: 'boolean',
  height: 'integer',
  txIndex: 'integer',
  txid: 'bytea',
});

export function transactionPlaceRows(
  chain: number,
  transactions: readonly { place: PlacedTransaction; paysShielded: boolean }[],
): TableRows {
  const rows = transactionPlaces.collect();
  for (const { place, paysShielded } of transactions) {
    rows.add([chain, paysShielded, place.height, place.index, `\\x${place.txid}`]);
  }
  return rows;
}
