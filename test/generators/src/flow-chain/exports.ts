import { type Coin, coinKey } from '@ledgergraph/chain-generator/coin';
import {
  byPlace,
  exportOutput,
  finalizeExport,
  hashTransfers,
  sumTransfers,
} from '@ledgergraph/chain-generator/exports';
import { type Draft, holdDeposit } from '@ledgergraph/chain-generator/outputs';
import { type BuiltTransaction, coinAt } from '@ledgergraph/chain-generator/transaction';
import type { WaitingTransfer, World } from './world.ts';

const ENOUGH_TRANSFERS = 10;
const ENOUGH_BLOCKS = 10;
/** Later transfers stay for the next export. */
const SETTLING_BLOCKS = 2;
const EXPORTED_MAX = 60;

/** In order; none before there are enough, or it is time. */
export function gather(world: World, thread: string, lastExportHeight: number): WaitingTransfer[] {
  const waiting = world.waiting.get(thread) ?? [];
  const ready = waiting.filter(({ entry }) => entry.height <= world.height - SETTLING_BLOCKS);
  const isTime = ready.length >= ENOUGH_TRANSFERS || world.height - lastExportHeight >= ENOUGH_BLOCKS;
  if (ready.length === 0 || !isTime) return [];
  const taken = ready.sort((a, b) => byPlace(a.entry, b.entry)).slice(0, EXPORTED_MAX);
  world.waiting.set(
    thread,
    waiting.filter((transfer) => !taken.includes(transfer)),
  );
  return taken;
}

export interface MadeExport {
  transaction: BuiltTransaction;
  vout: number;
  height: number;
  sourceHeight: number;
  transfers: readonly WaitingTransfer[];
  totals: ReadonlyMap<string, bigint>;
  hash: string;
  rewardAddress: string;
  finalization: Coin | undefined;
}

/**
 * To a currency of this chain. Spends the last export and the transfers; before a launch a notarization stands for what the import
 * spends.
 */
export function exportHere(
  world: World,
  currencyId: string,
  transfers: readonly WaitingTransfer[],
  options: { flags: number; fromHeight: number; notarization?: { spent: Coin; output: Draft } },
): MadeExport {
  const { totals, fees } = sumTransfers(transfers.map(({ request }) => request));
  const [hash, rewardAddress] = [hashTransfers(transfers.map(({ entry }) => entry)), world.person()];
  const before = world.thread('export', currencyId);
  const toHeight = world.height - SETTLING_BLOCKS;
  const { notarization, flags, fromHeight } = options;
  const exported = exportOutput(world.chainId, {
    flags,
    destinationSystemId: world.chainId,
    currencyId,
    fromHeight,
    toHeight,
    totals,
    fees,
    count: transfers.length,
    hash,
    rewardAddress,
    firstInput: 1,
  });
  const transaction = world.settle(
    [
      ...(before === undefined ? [] : [before.coin]),
      ...transfers.map(({ coin }) => coin),
      ...(notarization === undefined ? [] : [notarization.spent]),
    ],
    [
      holdDeposit(world, currencyId, totals),
      exported,
      notarization === undefined ? finalizeExport(world.chainId, 1) : notarization.output,
    ],
  );
  world.addDeposit(currencyId, coinAt(transaction, 0));
  world.setThread('export', currencyId, coinAt(transaction, 1));
  const made = {
    transaction,
    vout: 1,
    height: world.height,
    sourceHeight: toHeight,
    transfers,
    totals,
    hash,
    rewardAddress,
    finalization: notarization === undefined ? coinAt(transaction, 2) : undefined,
  };
  noteExport(world, made, { flags, destinationSystemId: world.chainId, currencyId });
  return made;
}

export function noteExport(
  world: World,
  { transaction, vout, height, transfers, totals }: MadeExport,
  {
    burned = new Map(),
    ...facts
  }: { flags: number; destinationSystemId: string; currencyId: string; burned?: Map<string, bigint> },
): void {
  const place = { txid: transaction.txid, vout, height };
  for (const { entry } of transfers) entry.export = place;
  const keys = transfers.map(({ entry }) => coinKey(entry));
  world.ledger.exports.push({ ...place, ...facts, totalAmounts: totals, totalBurned: burned, transfers: keys });
}
