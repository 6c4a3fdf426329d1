import type { HeldTotal, HeldTotalRow, HolderChangeRow, HolderUpdate } from '#/db/holder-row.ts';
import type { AddressStates, CurrencyState } from './address-states.ts';
import type { HolderMove } from './read-holder-moves.ts';

export interface HolderRows {
  heldTotals: HeldTotalRow[];
  /** What everybody whom the batch touched holds at its end. */
  holders: HolderUpdate[];
}

/**
 * Running balances of holders, and of all holders together, over a batch of moves in chain order.
 * @param states of holders, moved on with every row
 * @param totals by currency, moved on with every row
 * @param takeChange gets the changes one by one: so many are better not kept
 */
export function computeHolderRows(
  moves: readonly HolderMove[],
  states: AddressStates,
  totals: Map<string, HeldTotal>,
  takeChange: (change: HolderChangeRow) => void,
): HolderRows {
  const rows: HolderRows = { heldTotals: [], holders: [] };
  const lastTotals = new Map<string, HeldTotalRow>();
  const touched = new Map<CurrencyState, HolderUpdate>();
  for (const { currencyId, holder, height, delta } of moves) {
    const state = states.ofCurrency(holder, currencyId);
    const before = state.held ?? 0n;
    const balance = before + delta;
    state.held = balance;
    takeChange({ currencyId, holder, height, balance });
    const update = touched.get(state);
    if (update === undefined) touched.set(state, { currencyId, holder, balance, wasHeld: before !== 0n });
    else update.balance = balance;

    const known = totals.get(currencyId) ?? { total: 0n, holders: 0 };
    const entered = before === 0n ? 1 : 0;
    const left = balance === 0n ? 1 : 0;
    const total = known.total + delta;
    const holders = known.holders + entered - left;
    totals.set(currencyId, { total, holders });
    // One row per currency and block: the last of the block stays.
    const last = lastTotals.get(currencyId);
    if (last?.height === height) {
      last.total = total;
      last.holders = holders;
    } else {
      const row = { currencyId, height, total, holders };
      lastTotals.set(currencyId, row);
      rows.heldTotals.push(row);
    }
  }
  rows.holders = [...touched.values()];
  return rows;
}
