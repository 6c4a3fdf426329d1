import { inTurns } from '@ledgergraph/service-kit/turns';
import type { HeldTotal, HeldTotalRow, HolderChangeRow, HolderUpdate } from '#/db/holder-row.ts';
import type { AddressStates, CurrencyState } from './address-states.ts';
import { type HolderMove, readHolderMoves } from './read-holder-moves.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

export interface HolderRows {
  heldTotals: HeldTotalRow[];
  /** What everybody whom the batch touched holds at its end. */
  holders: HolderUpdate[];
}

/**
 * Running balances of holders, and of all holders together, over a batch of transactions in chain order.
 * @param states of holders, moved on with every row
 * @param totals by currency, moved on with every row
 * @param takeChange gets the changes one by one: so many are better not kept
 */
export async function computeHolderRows(
  nativeId: string,
  transactions: readonly SpendingTransaction[],
  states: AddressStates,
  totals: Map<string, HeldTotal>,
  takeChange: (change: HolderChangeRow) => void,
): Promise<HolderRows> {
  const heldTotals: HeldTotalRow[] = [];
  const lastTotals = new Map<string, HeldTotalRow>();
  const touched = new Map<CurrencyState, HolderUpdate>();
  const move = ({ currencyId, holder, height, delta }: HolderMove): void => {
    const state = states.ofCurrency(holder, currencyId);
    const before = state.held ?? 0n;
    const balance = before + delta;
    state.held = balance;
    takeChange({ currencyId, holder, height, balance });
    const update = touched.get(state);
    if (update === undefined) touched.set(state, { currencyId, holder, balance, wasHeld: before !== 0n });
    else update.balance = balance;
    const total = moveTotal(totals.get(currencyId), before, balance);
    totals.set(currencyId, total);
    // One row per currency and block: the last of the block stays.
    const last = lastTotals.get(currencyId);
    if (last?.height === height) {
      Object.assign(last, total);
      return;
    }
    const row = { currencyId, height, ...total };
    lastTotals.set(currencyId, row);
    heldTotals.push(row);
  };
  await inTurns(groupByBlock(transactions), (ofBlock) => {
    for (const moved of readHolderMoves(ofBlock, nativeId)) move(moved);
  });
  return { heldTotals, holders: [...touched.values()] };
}

function moveTotal(known: HeldTotal | undefined, before: bigint, balance: bigint): HeldTotal {
  const { total, holders } = known ?? { total: 0n, holders: 0 };
  const entered = before === 0n ? 1 : 0;
  const left = balance === 0n ? 1 : 0;
  return { total: total + balance - before, holders: holders + entered - left };
}

function groupByBlock(transactions: readonly SpendingTransaction[]): SpendingTransaction[][] {
  const blocks: SpendingTransaction[][] = [];
  for (const transaction of transactions) {
    const block = blocks.at(-1);
    if (block?.[0]?.height === transaction.height) block.push(transaction);
    else blocks.push([transaction]);
  }
  return blocks;
}
