import { LoopYielder } from '@ledgergraph/chain-kit/loop-yielder';
import type { ChainAddress, HeldTotal, RunningBalance } from '#/db/chain-address.ts';
import type { HolderUpdate } from '#/db/holders.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import { loaded } from './loaded.ts';

/** Takes the rows one by one, because there are too many to keep. */
export interface HolderRowsTaker {
  holderChange(height: number, runningBalance: RunningBalance, previous: bigint): void;
  /** One for each block that changed it. */
  heldTotal(height: number, currency: ChainAddress, held: HeldTotal): void;
}

/** In chain order; each output counts once, for its holder. @returns the final balances of all touched holders */
export async function computeHolderRows(
  transactions: readonly ChainTransaction[],
  taker: HolderRowsTaker,
): Promise<HolderUpdate[]> {
  const updates = new Map<RunningBalance, HolderUpdate>();
  const turns = new LoopYielder();
  let before: HeldBefore = new Map();
  for (const [index, { place, spends, outputs }] of transactions.entries()) {
    for (const output of spends) moveHeld(before, output, -1n);
    for (const output of outputs) moveHeld(before, output, 1n);
    if (transactions[index + 1]?.place.height === place.height) continue;
    closeBlock(place.height, before, updates, taker);
    before = new Map();
    await turns.next();
  }
  return [...updates.values()];
}

type HeldBefore = Map<RunningBalance, bigint>;

function moveHeld(before: HeldBefore, { holder, satoshis, tokens }: OutputRow, sign: 1n | -1n): void {
  if (holder === null) return;
  if (satoshis !== 0n) moveHolding(before, holder.native, sign * satoshis);
  for (const token of tokens) moveHolding(before, holder.holdingOf(token.currency), sign * token.satoshis);
}

function moveHolding(before: HeldBefore, runningBalance: RunningBalance, delta: bigint): void {
  const held = loaded(runningBalance.held);
  if (!before.has(runningBalance)) before.set(runningBalance, held);
  runningBalance.held = held + delta;
}

function closeBlock(
  height: number,
  before: HeldBefore,
  updates: Map<RunningBalance, HolderUpdate>,
  taker: HolderRowsTaker,
): void {
  const currencies = new Set<ChainAddress>();
  for (const [runningBalance, was] of before) {
    const { currency } = runningBalance;
    const balance = loaded(runningBalance.held);
    // A balance that came and went within the block is no change.
    if (balance === was) continue;
    taker.holderChange(height, runningBalance, was);
    const update = updates.get(runningBalance);
    if (update === undefined) updates.set(runningBalance, { runningBalance, balance, wasHeld: was !== 0n });
    else update.balance = balance;
    currency.held = moveTotal(loaded(currency.held), was, balance);
    currencies.add(currency);
  }
  for (const currency of currencies) taker.heldTotal(height, currency, loaded(currency.held));
}

function moveTotal({ total, holders }: HeldTotal, before: bigint, balance: bigint): HeldTotal {
  const entered = before === 0n ? 1 : 0;
  const left = balance === 0n ? 1 : 0;
  return { total: total + balance - before, holders: holders + entered - left };
}
