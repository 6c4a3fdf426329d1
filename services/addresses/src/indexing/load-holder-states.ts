import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { inTurns } from '@ledgergraph/service-kit/turns';
import type { AddressIds } from '#/db/address-ids.ts';
import type { HeldTotal } from '#/db/holder-row.ts';
import { findHeldTotals, findHolderBalances } from '#/db/holders.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { AddressStates } from './address-states.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** Above every block: the newest row is the state. */
const NEWEST = 2 ** 31 - 1;

/**
 * Reads where the holders whose outputs these transactions spend or make stand, and the totals of their currencies: what is not known,
 * with one query each.
 * @param known totals by currency
 * @returns totals by currency, which the batch moves on
 */
export async function loadHolderStates(
  tx: SqlExecutor,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
  states: AddressStates,
  known: { get(currencyId: string): HeldTotal | undefined },
): Promise<Map<string, HeldTotal>> {
  const totals = new Map<string, HeldTotal>();
  const currencies: string[] = [];
  const holders: { currencyId: string; holder: string }[] = [];
  const want = (holder: string, currencyId: string): void => {
    const state = states.ofCurrency(holder, currencyId);
    if (state.held === undefined) {
      state.held = 0n;
      if (!states.isNew(holder)) holders.push({ currencyId, holder });
    }
    if (totals.has(currencyId)) return;
    const total = known.get(currencyId);
    totals.set(currencyId, total ?? { total: 0n, holders: 0 });
    if (total === undefined && !ids.isNew(currencyId)) currencies.push(currencyId);
  };
  const wantAll = ({ holder, satoshis, tokens }: OutputRow): void => {
    if (holder === null) return;
    if (satoshis !== 0n) want(holder, ids.nativeId);
    for (const { currencyId } of tokens) want(holder, currencyId);
  };
  await inTurns(transactions, ({ spends, outputs }) => {
    spends.forEach(wantAll);
    outputs.forEach(wantAll);
  });
  for (const { currencyId, holder, balance } of await findHolderBalances(tx, ids, holders)) {
    states.ofCurrency(holder, currencyId).held = balance;
  }
  const keys = currencies.map((currencyId) => ({ chainId: ids.nativeId, currencyId, height: NEWEST }));
  for (const { keyIndex, total, holders: count } of await findHeldTotals(tx, keys)) {
    const currencyId = currencies[keyIndex];
    if (currencyId !== undefined) totals.set(currencyId, { total, holders: count });
  }
  return totals;
}
