import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { addAddressTransaction } from '#/db/address-transactions.ts';
import { addBalanceChange } from '#/db/balances.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import { addNativeTransaction } from '#/db/native-transactions.ts';
import type { TokenValue } from '#/db/output-row.ts';
import type { TokenChanges } from '#/db/token-balances.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import { type AddressMove, type CurrencyMove, readAddressMoves } from '#/rules/read-address-moves.ts';
import { readDirection } from '#/rules/read-direction.ts';
import type { ActiveAddresses } from './active-addresses.ts';
import { NotLoadedError } from './loaded.ts';

export interface AddressRows {
  balanceChanges: TableRows;
  tokenChanges: TokenChanges;
  addressTransactions: TableRows;
  /** Each replaces a row of both tables. */
  nativeTransactions: TableRows;
}

/** In chain order; updates the states of the addresses. @param active counts the addresses that a currency moves of */
export function addAddressRows(
  rows: AddressRows,
  active: ActiveAddresses,
  chain: number,
  transaction: ChainTransaction,
): void {
  const { place } = transaction;
  for (const move of readAddressMoves(transaction)) {
    const { address, currencies } = move;
    if (!address.isLoaded || !address.native.isLoaded) throw new NotLoadedError();
    for (const moved of currencies) moveHolding(moved);
    moveActivity(move);
    if (currencies.length > 0) active.touch(address, place.height);
    const change = { address, direction: readDirection(transaction, move), amounts: netAmounts(move) };
    if (addNativeTransaction(rows.nativeTransactions, chain, place, change)) continue;
    addAddressTransaction(rows.addressTransactions, chain, place, change);
    for (const moved of currencies) {
      const { runningBalance } = moved;
      addBalanceChange(rows.balanceChanges, chain, place, moved);
      if (runningBalance !== address.native) {
        rows.tokenChanges.add(runningBalance, place.height, runningBalance.balance);
      }
    }
  }
}

function moveHolding({ runningBalance, credit, debit, utxos, spendableUtxos }: CurrencyMove): void {
  if (!runningBalance.isLoaded) throw new NotLoadedError();
  runningBalance.balance += credit - debit;
  runningBalance.received += credit;
  runningBalance.txCount += 1;
  runningBalance.utxoCount += utxos;
  runningBalance.spendableUtxoCount += spendableUtxos;
}

function moveActivity({ address, utxos, spendableUtxos }: AddressMove): void {
  address.txCount += 1;
  address.utxoCount += utxos;
  address.spendableUtxoCount += spendableUtxos;
}

/** Native first, then by name. */
function netAmounts({ address, currencies }: AddressMove): TokenValue[] {
  const amounts = currencies.map(({ runningBalance: { currency }, credit, debit }): TokenValue => {
    return { currency, satoshis: credit - debit };
  });
  if (amounts.length < 2) return amounts;
  const native = address.native.currency;
  return amounts.sort((a, b) => (rank(a.currency, native) < rank(b.currency, native) ? -1 : 1));
}

function rank(currency: ChainAddress, native: ChainAddress): string {
  return currency === native ? '' : currency.text;
}
