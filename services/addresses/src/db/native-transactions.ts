import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { Direction } from './address-activity.ts';
import { NATIVE_ID } from './address-registry.ts';
import type { AddressChange } from './address-transactions.ts';
import type { PlacedTransaction } from './output-row.ts';

export const nativeTransactions = describeTable('native_transaction', {
  addressId: 'integer',
  height: 'integer',
  txIndex: 'integer',
  txCount: 'integer',
  utxoCount: 'integer',
  spendableUtxoCount: 'integer',
  nativeTxCount: 'integer',
  nativeUtxoCount: 'integer',
  nativeSpendableUtxoCount: 'integer',
  satoshis: 'bigint',
  balance: 'bigint',
  received: 'numeric',
});

const directionOf = (satoshis: bigint): Direction => (satoshis > 0n ? 'RECEIVED' : 'SENT');

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
