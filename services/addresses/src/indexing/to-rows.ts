import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { type AddressRowsTaker, computeAddressRows, type MovingTransaction } from './compute-address-rows.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import type { HolderMove } from './read-holder-moves.ts';
import type { ChainTransaction } from './read-transactions.ts';

// Between two steps of some ten milliseconds comes a turn of the event loop: it is when the connection that writes the batch before hears
// of what Postgres is done with, and sends what waits.
const TRANSACTIONS_PER_TURN = 200;

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
  const outputs = outputRows(copies, ids, changes);
  await nextTurn();
  const spends = spendRows(copies, ids.chain, changes.spent);
  await nextTurn();
  const addressOutputs = addressOutputRows(copies, ids, changes);
  await nextTurn();
  return { outputs, spends, addressOutputs, tokenOutputs: tokenOutputRows(copies, ids, changes) };
}

/** Moves the states on, too. */
export async function toAddressRows(
  copies: boolean,
  ids: AddressIds,
  transactions: readonly MovingTransaction[],
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
  for (let start = 0; start < transactions.length; start += TRANSACTIONS_PER_TURN) {
    computeAddressRows(ids.nativeId, transactions.slice(start, start + TRANSACTIONS_PER_TURN), states, taker);
    await nextTurn();
  }
  return { balanceChanges, tokenChanges, addressTransactions };
}

/** Moves states and totals on, too. */
export function toHolderRows(
  copies: boolean,
  ids: AddressIds,
  moves: readonly HolderMove[],
  states: AddressStates,
  totals: Map<string, HeldTotal>,
): Pick<BatchRows, 'holderChanges' | 'heldTotals' | 'holders'> {
  const holderChanges = newHolderChangeRows(copies);
  const { heldTotals, holders } = computeHolderRows(moves, states, totals, (change) =>
    addHolderChange(holderChanges, ids, change),
  );
  return { holderChanges, heldTotals: heldTotalRows(copies, ids, heldTotals), holders };
}
