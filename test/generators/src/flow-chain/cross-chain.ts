import { whole } from '@ledgergraph/chain-generator/amounts';
import type { Draft } from '#/chain-parts/outputs.ts';
import { type Settled, settleTransfers } from './convert.ts';
import {
  depositOutput,
  digest,
  EXPORT,
  gather,
  type MadeExport,
  noteExport,
  printExport,
  sumTransfers,
} from './exports.ts';
import {
  type FlowCurrency,
  type NotarizationMarks,
  printNotarization,
  printState,
  RUNNING_MARKS,
} from './flow-currency.ts';
import { NO_HASH, protocolOutput } from './flow-outputs.ts';
import { IMPORT, importTransfers } from './imports.ts';
import { settleInto } from './run-currencies.ts';
import { coinAt, type Names, type WaitingTransfer, type World } from './world.ts';

/** A chain's own currency; a supplemental export with evidence. */
const NATIVE_STATE = 16;
const RUNNING_BASKET = 49;
const SUPPLEMENT = 24;
const IMPORT_PROOF = 3;

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
    hash: transfers.length === 0 ? NO_HASH : digest(transfers),
    rewardAddress: world.person(),
    firstInput: 1,
  };
  const print = (currencyId: string, more: number): Draft =>
    protocolOutput('crosschainexport', printExport(world, { ...facts, currencyId, flags: flags | more }), world.nameOf);
  const hasThread = importId !== to.chainId;
  const deposit = locked.size === 0 ? [] : [depositOutput(world, to.chainId, locked)];
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
  const currency = world.currencies.get(importId) ?? nativeCurrency(world);
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

/** Its state has no levels. */
function nativeCurrency(world: World): FlowCurrency {
  return {
    currencyId: world.chainId,
    name: world.name,
    isBasket: false,
    isCentralized: false,
    reserves: [],
    launchPrices: new Map(),
    initialSupply: 0n,
    supply: 0n,
    registrationFee: 0n,
    isRunning: true,
    exportedHeight: 0,
    exportHeight: 0,
  };
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
    evidence: transfers.length === 0 ? [evidence(world, made)] : [evidence(world, made), supplement(world, transfers)],
    notarization: printNotarization({
      currencyId: currency.currencyId,
      marks,
      state,
      height: world.height - 1,
      previous: previous?.coin,
      previousHeight: previous?.height ?? 0,
      proofRoots: [proofRoot(from, from.height), proofRoot(world, world.height - 1)],
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

function evidence(world: World, { transaction, vout }: MadeExport): Draft {
  const payload = {
    version: whole(1),
    type: whole(IMPORT_PROOF),
    systemid: world.chainId,
    state: whole(6),
    output: { txid: transaction.txid, voutnum: whole(vout) },
    evidence: { version: whole(1), chainobjects: [] },
  };
  return protocolOutput('notaryevidence', payload, world.nameOf);
}

export function supplement(world: Names, transfers: readonly Pick<WaitingTransfer, 'json'>[]): Draft {
  const payload = {
    version: whole(1),
    flags: whole(SUPPLEMENT),
    issupplemental: true,
    transfers: transfers.map(({ json }) => json),
  };
  return protocolOutput('crosschainexport', payload, world.nameOf);
}

function proofRoot({ chainId }: World, height: number) {
  return {
    version: whole(1),
    type: whole(1),
    systemid: chainId,
    height: whole(height),
    stateroot: NO_HASH,
    blockhash: NO_HASH,
    power: NO_HASH,
  };
}
