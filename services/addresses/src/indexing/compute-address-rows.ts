import { type AddressActivity, type AddressTransactionRow, NO_ACTIVITY } from '#/db/address-transaction-row.ts';
import { type BalanceChangeRow, type BalanceState, NO_BALANCE } from '#/db/balance-row.ts';
import type { AddressMove } from './read-address-moves.ts';
import { readDirection } from './read-direction.ts';
import type { SpendingTransaction } from './resolve-spends.ts';
import { stateKey } from './state-key.ts';

/** Where addresses and their currencies stood before the batch. They are moved on with every row. */
export interface AddressStates {
  /** By `stateKey(address, currencyId)`. */
  balances: Map<string, BalanceState>;
  activities: Map<string, AddressActivity>;
}

export interface AddressRows {
  balanceChanges: BalanceChangeRow[];
  addressTransactions: AddressTransactionRow[];
}

/** A transaction and what it did to each address. */
export interface MovingTransaction {
  transaction: SpendingTransaction;
  moves: Map<string, AddressMove>;
}

/** Running totals of all addresses over a batch of transactions in chain order. */
export function computeAddressRows(
  nativeId: string,
  transactions: readonly MovingTransaction[],
  states: AddressStates,
): AddressRows {
  const rows: AddressRows = { balanceChanges: [], addressTransactions: [] };
  for (const { transaction, moves } of transactions) {
    for (const [address, move] of moves) {
      rows.balanceChanges.push(...computeBalanceChanges(transaction, address, move, states));
      rows.addressTransactions.push(computeAddressTransaction(nativeId, transaction, address, move, states));
    }
  }
  return rows;
}

function computeBalanceChanges(
  { height, index }: SpendingTransaction,
  address: string,
  move: AddressMove,
  { balances }: AddressStates,
): BalanceChangeRow[] {
  return [...move.currencies].map(([currencyId, { credit, debit, utxos, spendableUtxos }]) => {
    const key = stateKey(address, currencyId);
    const before = balances.get(key) ?? NO_BALANCE;
    const after: BalanceState = {
      balance: before.balance + credit - debit,
      received: before.received + credit,
      txCount: before.txCount + 1,
      utxoCount: before.utxoCount + utxos,
      spendableUtxoCount: before.spendableUtxoCount + spendableUtxos,
    };
    balances.set(key, after);
    return { address, currencyId, height, txIndex: index, credit, debit, ...after };
  });
}

function computeAddressTransaction(
  nativeId: string,
  transaction: SpendingTransaction,
  address: string,
  move: AddressMove,
  { balances, activities }: AddressStates,
): AddressTransactionRow {
  const before = activities.get(address) ?? NO_ACTIVITY;
  const after: AddressActivity = {
    txCount: before.txCount + 1,
    utxoCount: before.utxoCount + move.utxos,
    spendableUtxoCount: before.spendableUtxoCount + move.spendableUtxos,
  };
  activities.set(address, after);
  return {
    address,
    height: transaction.height,
    txIndex: transaction.index,
    txid: transaction.txid,
    direction: readDirection(transaction, address, move, nativeId),
    amounts: [...move.currencies]
      .map(([currencyId, { credit, debit }]) => ({ currencyId, satoshis: credit - debit }))
      .sort((a, b) => (rank(a.currencyId, nativeId) < rank(b.currencyId, nativeId) ? -1 : 1)),
    balanceAfter: (balances.get(stateKey(address, nativeId)) ?? NO_BALANCE).balance,
    ...after,
  };
}

/** Sorts the native currency before all others. */
function rank(currencyId: string, nativeId: string): string {
  return currencyId === nativeId ? '' : currencyId;
}
