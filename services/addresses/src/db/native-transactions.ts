import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { Direction } from './address-activity.ts';
import { NATIVE_ID } from './address-registry.ts';
import type { AddressChange } from './address-transactions.ts';
import type { PlacedTransaction } from './output-row.ts';

const NATIVE_TRANSACTION_COLUMNS = {
  chain: 'smallint',
  address_id: 'integer',
  height: 'integer',
  tx_index: 'integer',
  tx_count: 'integer',
  utxo_count: 'integer',
  spendable_utxo_count: 'integer',
  native_tx_count: 'integer',
  native_utxo_count: 'integer',
  native_spendable_utxo_count: 'integer',
  satoshis: 'bigint',
  balance: 'bigint',
  received: 'numeric',
};

const directionOf = (satoshis: bigint): Direction => (satoshis > 0n ? 'RECEIVED' : 'SENT');

export function newNativeTransactionRows(copies: boolean): TableRows {
  return new TableRows('native_transaction', NATIVE_TRANSACTION_COLUMNS, copies);
}

/** @returns false, and adds nothing, where another currency moved, or the direction is not that of the sign */
export function addNativeTransaction(
  rows: TableRows,
  chain: number,
  { height, index }: PlacedTransaction,
  { address, direction, amounts }: AddressChange,
): boolean {
  const [moved] = amounts;
  if (moved === undefined || amounts.length > 1 || moved.currency.id !== NATIVE_ID) return false;
  const { satoshis } = moved;
  if (direction !== directionOf(satoshis)) return false;
  const { native } = address;
  rows.add([
    chain,
    address.id,
    height,
    index,
    address.txCount,
    address.utxoCount,
    address.spendableUtxoCount,
    native.txCount,
    native.utxoCount,
    native.spendableUtxoCount,
    satoshis,
    native.balance,
    native.received,
  ]);
  return true;
}

export async function revertNativeTransactions(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM native_transaction WHERE chain = $1 AND height > $2', chain, keepHeight);
}
