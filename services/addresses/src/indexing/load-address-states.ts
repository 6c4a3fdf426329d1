import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { inTurns } from '@ledgergraph/service-kit/turns';
import type { AddressIds } from '#/db/address-ids.ts';
import { NO_ACTIVITY } from '#/db/address-transaction-row.ts';
import { findNewestCounts } from '#/db/address-transactions.ts';
import { NO_BALANCE } from '#/db/balance-row.ts';
import { findNewestBalances } from '#/db/balances.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { AddressState, AddressStates } from './address-states.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** Reads where the addresses and currencies that these transactions move stand: what is not known, with one query each. */
export async function loadAddressStates(
  tx: SqlExecutor,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
  states: AddressStates,
): Promise<void> {
  const addresses: string[] = [];
  const balances: { address: string; currencyId: string }[] = [];
  const wantBalance = (address: string, ofAddress: AddressState, currencyId: string): void => {
    const state = states.currencyOf(ofAddress, currencyId);
    if (state.balance !== undefined) return;
    state.balance = { ...NO_BALANCE };
    if (!states.isNew(address)) balances.push({ address, currencyId });
  };
  const want = ({ addresses: owners, tokens }: OutputRow): void => {
    for (const address of owners) {
      const state = states.of(address);
      if (state.activity === undefined) {
        state.activity = { ...NO_ACTIVITY };
        if (!states.isNew(address)) addresses.push(address);
      }
      // The native balance stands in every row of an address, also where it did not move.
      wantBalance(address, state, ids.nativeId);
      for (const { currencyId } of tokens) wantBalance(address, state, currencyId);
    }
  };
  await inTurns(transactions, ({ spends, outputs }) => {
    spends.forEach(want);
    outputs.forEach(want);
  });
  for (const { keyIndex, balance, received, txCount, utxoCount, spendableUtxoCount } of await findNewestBalances(
    tx,
    ids,
    balances,
  )) {
    const key = balances[keyIndex];
    if (key === undefined) continue;
    const found = { balance, received, txCount, utxoCount, spendableUtxoCount };
    states.ofCurrency(key.address, key.currencyId).balance = found;
  }
  for (const { keyIndex, txCount, utxoCount, spendableUtxoCount } of await findNewestCounts(tx, ids, addresses)) {
    const address = addresses[keyIndex];
    if (address !== undefined) states.of(address).activity = { txCount, utxoCount, spendableUtxoCount };
  }
}
