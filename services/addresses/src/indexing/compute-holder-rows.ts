import type { HeldTotal, HeldTotalRow, HolderChangeRow, HolderUpdate } from '#/db/holder-row.ts';
import type { HolderMove } from './read-holder-moves.ts';
import { stateKey } from './state-key.ts';

/** Where holders and totals stood before the batch. They are moved on with every row. */
export interface HolderStates {
  /** By `stateKey(currencyId, holder)`. */
  balances: Map<string, bigint>;
  totals: Map<string, HeldTotal>;
}

export interface HolderRows {
  holderChanges: HolderChangeRow[];
  heldTotals: HeldTotalRow[];
  /** What everybody whom the batch touched holds at its end. */
  holders: HolderUpdate[];
}

/** Running balances of holders, and of all holders together, over a batch of moves in chain order. */
export function computeHolderRows(moves: readonly HolderMove[], { balances, totals }: HolderStates): HolderRows {
  const holderChanges: HolderChangeRow[] = [];
  const heldTotals = new Map<string, HeldTotalRow>();
  const holders = new Map<string, HolderUpdate>();
  for (const { currencyId, holder, height, delta } of moves) {
    const key = stateKey(currencyId, holder);
    const before = balances.get(key) ?? 0n;
    const balance = before + delta;
    balances.set(key, balance);
    holderChanges.push({ currencyId, holder, height, balance });
    holders.set(key, { currencyId, holder, balance, wasHeld: holders.get(key)?.wasHeld ?? before !== 0n });

    const total = totals.get(currencyId) ?? { total: 0n, holders: 0 };
    const entered = before === 0n ? 1 : 0;
    const left = balance === 0n ? 1 : 0;
    const after = { total: total.total + delta, holders: total.holders + entered - left };
    totals.set(currencyId, after);
    // One row per currency and block: the last of the block stays.
    heldTotals.set(stateKey(currencyId, String(height)), { currencyId, height, ...after });
  }
  return { holderChanges, heldTotals: [...heldTotals.values()], holders: [...holders.values()] };
}
