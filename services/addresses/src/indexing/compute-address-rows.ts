import type { AddressActivity, AddressTransactionRow } from '#/db/address-transaction-row.ts';
import type { BalanceChangeRow, BalanceState } from '#/db/balance-row.ts';
import type { CurrencyValue } from '#/db/output-row.ts';
import type { AddressState, AddressStates } from './address-states.ts';
import { type AddressMove, type CurrencyMove, readAddressMoves } from './read-address-moves.ts';
import { readDirection } from './read-direction.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** Who takes the rows, one by one: so many are better not kept. */
export interface AddressRowsTaker {
  balanceChange(row: BalanceChangeRow): void;
  addressTransaction(row: AddressTransactionRow): void;
}

/**
 * Running totals of the addresses of a transaction; of a batch's, one after another in chain order.
 * @param states as `loadAddressStates` read them; moved on with every row
 */
export function computeAddressRows(
  nativeId: string,
  transaction: SpendingTransaction,
  states: AddressStates,
  taker: AddressRowsTaker,
): void {
  for (const move of readAddressMoves(transaction, nativeId)) {
    const state = states.of(move.address);
    for (const moved of move.currencies) {
      const balance = loaded(states.currencyOf(state, moved.currencyId).balance);
      moveBalance(balance, moved);
      taker.balanceChange(balanceChange(transaction, move.address, moved, balance));
    }
    taker.addressTransaction(computeAddressTransaction(nativeId, transaction, move, state));
  }
}

function moveBalance(state: BalanceState, { credit, debit, utxos, spendableUtxos }: CurrencyMove): void {
  state.balance += credit - debit;
  state.received += credit;
  state.txCount += 1;
  state.utxoCount += utxos;
  state.spendableUtxoCount += spendableUtxos;
}

function balanceChange(
  { height, index }: SpendingTransaction,
  address: string,
  { currencyId, credit, debit }: CurrencyMove,
  { balance, received, txCount, utxoCount, spendableUtxoCount }: BalanceState,
): BalanceChangeRow {
  return {
    address,
    currencyId,
    height,
    txIndex: index,
    credit,
    debit,
    balance,
    received,
    txCount,
    utxoCount,
    spendableUtxoCount,
  };
}

function computeAddressTransaction(
  nativeId: string,
  transaction: SpendingTransaction,
  move: AddressMove,
  state: AddressState,
): AddressTransactionRow {
  const activity = loaded(state.activity);
  moveActivity(activity, move);
  return {
    address: move.address,
    height: transaction.height,
    txIndex: transaction.index,
    txid: transaction.txid,
    direction: readDirection(transaction, move),
    amounts: netAmounts(move, nativeId),
    balanceAfter: loaded(state.native.balance).balance,
    txCount: activity.txCount,
    utxoCount: activity.utxoCount,
    spendableUtxoCount: activity.spendableUtxoCount,
  };
}

function moveActivity(activity: AddressActivity, { utxos, spendableUtxos }: AddressMove): void {
  activity.txCount += 1;
  activity.utxoCount += utxos;
  activity.spendableUtxoCount += spendableUtxos;
}

/** Of each currency that moved, the native one first, then by id. */
function netAmounts({ currencies }: AddressMove, nativeId: string): CurrencyValue[] {
  const amounts = currencies.map(({ currencyId, credit, debit }): CurrencyValue => {
    return { currencyId, satoshis: credit - debit };
  });
  if (amounts.length < 2) return amounts;
  return amounts.sort((a, b) => (rank(a.currencyId, nativeId) < rank(b.currencyId, nativeId) ? -1 : 1));
}

/** Sorts the native currency before all others. */
function rank(currencyId: string, nativeId: string): string {
  return currencyId === nativeId ? '' : currencyId;
}

/** @throws Error for a state that was not loaded: totals must not begin anew because of it */
function loaded<State>(state: State | undefined): State {
  if (state === undefined) throw new Error('a state was moved on before it was loaded');
  return state;
}
