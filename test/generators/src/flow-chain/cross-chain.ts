import {
  NO_HASH,
  type NotarizationMarks,
  printNotarization,
  printState,
  proofRoot,
  RUNNING_MARKS,
} from '@ledgergraph/chain-generator/currency';
import {
  EXPORT,
  exportOutput,
  hashTransfers,
  IMPORT,
  proveExport,
  repeatTransfers,
  sumTransfers,
} from '@ledgergraph/chain-generator/exports';
import { type Draft, holdDeposit } from '@ledgergraph/chain-generator/outputs';
import { type Settled, settleTransfers } from '@ledgergraph/chain-generator/settle-transfers';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { printTransfer } from '@ledgergraph/chain-generator/transfer';
import { gather, type MadeExport, noteExport } from './exports.ts';
import { type FlowCurrency, plainCurrency } from './flow-currency.ts';
import { importTransfers } from './imports.ts';
import { settleInto } from './run-currencies.ts';
import type { WaitingTransfer, World } from './world.ts';

/** A chain's own currency; a supplemental export with evidence. */
const NATIVE_STATE = 16;
const RUNNING_BASKET = 49;

export interface Route {
  from: World;
  to: World;
  importId: string;
  /** The destination's: an export burns them, because they come back. */
  foreign: ReadonlySet<string>;
  exportHeight: number;
  exportedHeight: number;
  underWay: { made: MadeExport; arrival: number }[];
}

/** To its converter with the system thread, or the one export to the chain itself. */
export function exportAcross(route: Route): MadeExport | undefined {
  const { from: world, to } = route;
  const transfers = gather(world, to.chainId, route.exportHeight);
  if (transfers.length === 0) return undefined;
  const made = sendExport(route, transfers, { flags: EXPORT.POST_LAUNCH, notarization: undefined });
  route.exportHeight = world.height;
  route.exportedHeight = made.sourceHeight;
  route.underWay.push({ made, arrival: to.height + to.random.integer(2, 9) });
  return made;
}

export function sendExport(
  { from: world, to, importId, foreign, exportedHeight }: Route,
  transfers: readonly WaitingTransfer[],
  { flags, notarization }: { flags: number; notarization: Draft | undefined },
): MadeExport {
  const { totals, fees } = sumTransfers(transfers.map(({ request }) => request));
  const burned = new Map([...totals].filter(([id]) => foreign.has(id)));
  const locked = new Map([...totals].filter(([id]) => !foreign.has(id)));
  const facts = {
    destinationSystemId: to.chainId,
    fromHeight: exportedHeight + 1,
    toHeight: world.height - 2,
    totals,
    fees,
    burned,
    count: transfers.length,
    hash: transfers.length === 0 ? NO_HASH : hashTransfers(transfers.map(({ entry }) => entry)),
    rewardAddress: world.person(),
    firstInput: 1,
  };
  const print = (currencyId: string, more: number): Draft =>
    exportOutput(world.chainId, { ...facts, currencyId, flags: flags | more });
  const hasThread = importId !== to.chainId;
  const deposit = locked.size === 0 ? [] : [holdDeposit(world, to.chainId, locked)];
  const threads = [importId, ...(hasThread ? [to.chainId] : [])].map((id) => world.thread('export', id));
  const [first, second] = threads;
  const state = notarization === undefined ? undefined : world.thread('state', importId);
  const transaction = world.settle(
    [
      ...(first === undefined ? [] : [first.coin]),
      ...transfers.map(({ coin }) => coin),
      ...(second === undefined ? [] : [second.coin]),
      ...(state === undefined ? [] : [state.coin]),
    ],
    [
      ...deposit,
      print(importId, 0),
      ...(hasThread ? [print(to.chainId, EXPORT.SYSTEM_THREAD)] : []),
      ...(notarization === undefined ? [] : [notarization]),
    ],
  );
  const vout = deposit.length;
  if (deposit.length > 0) world.addDeposit(to.chainId, coinAt(transaction, 0));
  world.setThread('export', importId, coinAt(transaction, vout));
  if (hasThread) world.setThread('export', to.chainId, coinAt(transaction, vout + 1));
  if (notarization !== undefined) world.setThread('state', importId, coinAt(transaction, transaction.coins.length - 1));
  const made: MadeExport = {
    transaction,
    vout,
    height: world.height,
    sourceHeight: facts.toHeight,
    transfers,
    totals,
    hash: facts.hash,
    rewardAddress: facts.rewardAddress,
    finalization: undefined,
  };
  noteExport(world, made, { flags, destinationSystemId: to.chainId, currencyId: importId, burned });
  return made;
}

export function importArrivals(route: Route): void {
  const { to: world, importId } = route;
  const [next] = route.underWay;
  if (next === undefined || next.arrival > world.height) return;
  const currency = world.currencies.get(importId) ?? plainCurrency(world.chainId, world.name);
  if (currency.isBasket && !currency.isRunning) return;
  route.underWay.shift();
  const requests = next.made.transfers.map(({ request }) => request);
  const { state, outcome } = currency.isBasket
    ? settleInto(world, currency, requests)
    : settleNative(world, currency, requests);
  receiveExport(route, next.made, {
    currency,
    state,
    settled: outcome.settled,
    fees: outcome.nativeFees,
    marks: RUNNING_MARKS,
    flags: currency.isBasket ? RUNNING_BASKET : NATIVE_STATE,
  });
}

function settleNative(
  world: World,
  currency: FlowCurrency,
  requests: Parameters<typeof settleTransfers>[1],
): ReturnType<typeof settleInto> {
  const outcome = settleTransfers(currency, requests, world.chainId);
  return { outcome, state: printState(currency, NATIVE_STATE) };
}

interface Arrival {
  currency: FlowCurrency;
  state: ReturnType<typeof printState>;
  settled: readonly Settled[];
  fees: bigint;
  marks: NotarizationMarks;
  flags: number;
  carveOuts?: Parameters<typeof importTransfers>[1]['carveOuts'];
  issued?: ReadonlyMap<string, bigint>;
}

export function receiveExport({ from, to: world }: Route, made: MadeExport, arrival: Arrival): void {
  const { currency, state, settled, fees, marks, flags } = arrival;
  const { transaction, vout, height, sourceHeight, totals, hash, rewardAddress, transfers } = made;
  const previous = world.thread('state', currency.currencyId);
  const isConverter = currency.currencyId !== world.chainId;
  importTransfers(world, {
    currency,
    flags: IMPORT.POST_LAUNCH,
    sourceSystemId: from.chainId,
    sourceHeight,
    valueIn: totals,
    hash,
    rewardAddress,
    exported: { txid: transaction.txid, vout, height },
    settled,
    entries: transfers.map(({ entry }) => entry),
    fees,
    system: { currencyId: from.chainId, vout: isConverter ? vout + 1 : vout },
    evidence: [
      proveExport(world.chainId, { txid: transaction.txid, vout }),
      ...(transfers.length === 0 ? [] : [repeatTransfers(transfers.map(({ request }) => printTransfer(request)))]),
    ],
    notarization: printNotarization({
      currencyId: currency.currencyId,
      marks,
      state,
      height: world.height - 1,
      previous: previous?.coin,
      previousHeight: previous?.height ?? 0,
      proofRoots: [proofRoot(from.chainId, from.height), proofRoot(world.chainId, world.height - 1)],
    }),
    notaries: transfers.length === 0 ? [] : [world.person(), world.person()],
    ...(isConverter ? {} : { controller: from.chainId }),
    // They were locked for the other chain when they left.
    ...(isConverter && { unlocked: totals.get(world.chainId) ?? 0n }),
    ...(arrival.issued === undefined ? {} : { issued: arrival.issued }),
    makes: new Set(isConverter ? totals.keys() : [...totals.keys()].filter((id) => id !== world.chainId)),
    stateFlags: flags,
  });
}
