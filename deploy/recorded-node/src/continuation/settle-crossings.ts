import { addTo } from '@ledgergraph/chain-generator/amounts';
import {
  plainToken,
  printNotarization,
  printState,
  proofRoot,
  RUNNING_MARKS,
} from '@ledgergraph/chain-generator/currency';
import {
  byPlace,
  EXPORT,
  exportOutput,
  hashTransfers,
  IMPORT,
  importOutput,
  proveExport,
  repeatTransfers,
  splitRewards,
} from '@ledgergraph/chain-generator/exports';
import { object, readAmount, readAmounts } from '@ledgergraph/chain-generator/json';
import { type Draft, holdDeposit, pay, payCoin, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { LedgerCoin } from './coin.ts';
import type { Departure } from './crossing.ts';
import type { Ledger } from './ledger.ts';
import { drawPayee, type Scene, settle } from './scene.ts';

/** Flags of the state of a chain's own currency. */
const NATIVE_STATE = 16;
const TRANSFERS_MAX = 50;
/** Blocks between exports, and so the longest wait of a transfer. */
const EXPORT_EVERY = 5;

export function settleCrossings(scene: Scene): JsonObject[] {
  const exported = scene.peers.flatMap((systemId) => exportWaiting(scene, systemId));
  return [...exported, ...scene.arrivals.map((arrival) => importArrival(scene, arrival))];
}

function exportWaiting(scene: Scene, systemId: string): JsonObject[] {
  const { chainId, ledger, height } = scene;
  const thread = findExport(ledger, systemId);
  const waiting = ledger
    .list('transfer')
    .filter(({ script, height: made }) => made < height && leavesFor(script, systemId))
    .sort(byPlace)
    .slice(0, TRANSFERS_MAX);
  if (thread === undefined || waiting.length === 0 || height - thread.height < EXPORT_EVERY) return [];
  const [totals, fees] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const { script } of waiting) {
    const { currencyvalues, feecurrencyid, fees: fee } = object(script.reservetransfer);
    addTo(fees, String(feecurrencyid), readAmount(fee));
    addTo(totals, String(feecurrencyid), readAmount(fee));
    for (const [id, amount] of readAmounts(currencyvalues)) addTo(totals, id, amount);
  }
  // Coins of the other chain are burned here; others are locked.
  const burned = new Map([...totals].filter(([id]) => id === systemId));
  const locked = new Map([...totals].filter(([id]) => id !== systemId));
  const exported = exportOutput(chainId, {
    flags: EXPORT.POST_LAUNCH,
    destinationSystemId: systemId,
    currencyId: systemId,
    fromHeight: Number(String(object(thread.script.crosschainexport).sourceheightend)) + 1,
    toHeight: height - 1,
    totals,
    fees,
    burned,
    count: waiting.length,
    hash: hashTransfers(waiting),
    rewardAddress: drawPayee(scene, 'key'),
    firstInput: 1,
  });
  const deposit = locked.size === 0 ? [] : [holdDeposit(scene, systemId, locked)];
  return [settle(scene, [thread, ...waiting], [...deposit, exported]).json];
}

/** Recorded ones may be conversions over there, which are not settled here. */
function leavesFor({ reservetransfer }: JsonObject, systemId: string): boolean {
  const { exportto, destinationcurrencyid, convert } = object(reservetransfer);
  return exportto === systemId && destinationcurrencyid === systemId && convert !== true;
}

/** Releases locked coins and makes tokens: one import into the own currency, and one of the other system beside it. */
function importArrival(scene: Scene, arrival: Departure): JsonObject {
  const { chainId, ledger, height } = scene;
  const { payload, transfers } = arrival;
  const systemId = String(payload.sourcesystemid);
  const [own, system] = [findImport(ledger, chainId, systemId), findImport(ledger, systemId, systemId)];
  const state = ledger.list('state').findLast(({ about }) => about === chainId);
  const deposits = ledger.list('deposit').filter(({ about }) => about === systemId);
  const payouts = transfers.flatMap(({ currencyvalues, destination }) =>
    Array.from(readAmounts(currencyvalues), ([id, amount]) =>
      pay(scene, String(object(destination).address), id, amount),
    ),
  );
  const notaries = [drawPayee(scene, 'key'), drawPayee(scene, 'key')];
  const importer = drawPayee(scene, 'key');
  const fees = readAmount(object(payload.totalfees)[chainId]);
  const exporter = String(payload.rewardaddress);
  for (const { address, amount } of splitRewards(fees, transfers.length, {
    notaries,
    importer: () => importer,
    exporter,
  }))
    payouts.push(payCoin(address, amount));
  const imported = {
    sourceSystemId: systemId,
    sourceHeight: Number(String(payload.sourceheightend)),
    valueIn: readAmounts(payload.totalamounts),
    hash: String(payload.hashtransfers),
    exported: arrival,
  };
  const flags = IMPORT.POST_LAUNCH;
  const outputs = payouts.length;
  const notarization = printNotarization({
    currencyId: chainId,
    marks: RUNNING_MARKS,
    state: printState(plainToken(chainId), NATIVE_STATE),
    height: height - 1,
    previous: state,
    previousHeight: state?.height ?? 0,
    proofRoots: [proofRoot(systemId, arrival.tipHeight), proofRoot(chainId, height - 1)],
  });
  const inputs = [own, system, state].flatMap((coin) => coin ?? []).concat(deposits);
  return settle(scene, inputs, [
    importOutput(imported, { currencyId: chainId, flags, outputs }),
    importOutput(imported, { currencyId: systemId, flags: flags | IMPORT.SOURCE_SYSTEM, outputs }),
    protocolOutput('acceptednotarization', notarization),
    proveExport(chainId, arrival),
    repeatTransfers(transfers),
    ...payouts,
    ...holdRest(deposits, imported.valueIn, scene, systemId),
  ]).json;
}

/** @throws Error where more comes back than has left */
function holdRest(
  deposits: readonly LedgerCoin[],
  valueIn: ReadonlyMap<string, bigint>,
  scene: Scene,
  systemId: string,
): Draft[] {
  const { chainId } = scene;
  const held = new Map<string, bigint>();
  for (const { tokens } of deposits) for (const [id, amount] of tokens) addTo(held, id, amount);
  addTo(held, chainId, -(valueIn.get(chainId) ?? 0n));
  if ((held.get(chainId) ?? 0n) < 0n) throw new Error(`more comes back from ${systemId} than has left for it`);
  const rest = new Map([...held].filter(([, amount]) => amount > 0n));
  return rest.size === 0 ? [] : [holdDeposit(scene, systemId, rest)];
}

export function findExport(ledger: Ledger, systemId: string): LedgerCoin | undefined {
  return ledger.list('export').findLast(({ about }) => about === systemId);
}

function findImport(ledger: Ledger, currencyId: string, systemId: string): LedgerCoin | undefined {
  return ledger
    .list('import')
    .findLast(
      ({ about, script }) => about === currencyId && object(script.crosschainimport).sourcesystemid === systemId,
    );
}

/** The last import into the chain's own currency. */
export function findImported(ledger: Ledger, chainId: string, systemId: string): string {
  return String(object(findImport(ledger, chainId, systemId)?.script.crosschainimport).exporttxid);
}
