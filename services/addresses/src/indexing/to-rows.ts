import { inTurns } from '@ledgergraph/service-kit/turns';
import type { AddressIds } from '#/db/address-ids.ts';
import { addressOutputRows } from '#/db/address-outputs.ts';
import { addAddressTransaction, newAddressTransactionRows } from '#/db/address-transactions.ts';
import { addBalanceChange, newBalanceChangeRows } from '#/db/balances.ts';
import type { HeldTotal } from '#/db/holder-row.ts';
import { addHolderChange, heldTotalRows, newHolderChangeRows } from '#/db/holders.ts';
import type { OutputChanges, OutputRow, SpentOutput } from '#/db/output-row.ts';
import { outputRows } from '#/db/outputs.ts';
import { spendRows } from '#/db/spends.ts';
import { TokenChanges } from '#/db/token-balances.ts';
import { tokenOutputRows } from '#/db/token-outputs.ts';
import type { AddressStates } from './address-states.ts';
import type { BatchRows } from './batch-rows.ts';
import { type AddressRowsTaker, computeAddressRows } from './compute-address-rows.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import type { ChainTransaction } from './read-transactions.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** As it is now: what is unspent may be spent by the batch that is prepared while these are written. */
export function outputChanges(
  transactions: readonly ChainTransaction[],
  spent: readonly SpentOutput[],
  spentBefore: readonly OutputRow[],
): OutputChanges {
  const created = transactions.flatMap(({ outputs }) => outputs);
  const unspent = created.filter(({ isSpent }) => !isSpent);
  return { created, scripts: transactions.flatMap(({ scripts }) => scripts), unspent, spent, spentBefore };
}

/** @param copies whether the transaction that writes the rows can copy; here and below */
export async function toOutputRows(
  copies: boolean,
  ids: AddressIds,
  changes: OutputChanges,
): Promise<Pick<BatchRows, 'outputs' | 'spends' | 'addressOutputs' | 'tokenOutputs'>> {
  return {
    outputs: await outputRows(copies, ids, changes),
    spends: await spendRows(copies, ids.chain, changes.spent),
    addressOutputs: await addressOutputRows(copies, ids, changes),
    tokenOutputs: await tokenOutputRows(copies, ids, changes),
  };
}

/** Moves the states on, too. */
export async function toAddressRows(
  copies: boolean,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
  states: AddressStates,
): Promise<Pick<BatchRows, 'balanceChanges' | 'tokenChanges' | 'addressTransactions'>> {
  const balanceChanges = newBalanceChangeRows(copies);
  const tokenChanges = new TokenChanges();
  const addressTransactions = newAddressTransactionRows(copies);
  const taker: AddressRowsTaker = {
    balanceChange: (row) => {
      addBalanceChange(balanceChanges, ids, row);
      if (row.currencyId !== ids.nativeId) tokenChanges.add(row);
    },
    addressTransaction: (row) => addAddressTransaction(addressTransactions, ids, row),
  };
  await inTurns(transactions, (transaction) => computeAddressRows(ids.nativeId, transaction, states, taker));
  return { balanceChanges, tokenChanges, addressTransactions };
}

/** Moves states and totals on, too. */
export async function toHolderRows(
  copies: boolean,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
  states: AddressStates,
  totals: Map<string, HeldTotal>,
): Promise<Pick<BatchRows, 'holderChanges' | 'heldTotals' | 'holders'>> {
  const holderChanges = newHolderChangeRows(copies);
  const { heldTotals, holders } = await computeHolderRows(ids.nativeId, transactions, states, totals, (change) =>
    addHolderChange(holderChanges, ids, change),
  );
  return { holderChanges, heldTotals: heldTotalRows(copies, ids, heldTotals), holders };
}
