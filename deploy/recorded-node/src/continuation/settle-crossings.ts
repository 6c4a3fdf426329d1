import { createHash } from 'node:crypto';
import { decimal, decimals, whole } from '@ledgergraph/chain-generator/amounts';
import { exporterReward, exportFee } from '@ledgergraph/chain-generator/import-fees';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Coin, coinKey, object, readAmount, readAmounts } from './coin.ts';
import type { Departure } from './crossing.ts';
import {
  exportTransfers,
  importTransfers,
  NO_HASH,
  notarizeState,
  proveExport,
  repeatTransfers,
} from './import-outputs.ts';
import type { Ledger } from './ledger.ts';
import { holdDeposit, type OutputDraft, payCoin, payTokens } from './outputs.ts';
import { drawPayee, type Scene, settle } from './scene.ts';
import { byPlace } from './transfer-order.ts';

const POST_LAUNCH = { export: 0x80, import: 4 };
const SOURCE_SYSTEM = 0x40;
const NATIVE_STATE = {
  flags: whole(16),
  version: whole(1),
  launchcurrencies: [],
  initialsupply: decimal(0n),
  emitted: decimal(0n),
  supply: decimal(0n),
  primarycurrencyfees: decimal(0n),
  primarycurrencyconversionfees: decimal(0n),
  primarycurrencyout: decimal(0n),
  preconvertedout: decimal(0n),
};
const TRANSFERS_MAX = 50;
/** Blocks between exports, and so the longest wait of a transfer. */
const EXPORT_EVERY = 5;
const PROOF_ROOT = { version: whole(1), type: whole(1), stateroot: NO_HASH, blockhash: NO_HASH, power: NO_HASH };

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
    add(fees, String(feecurrencyid), readAmount(fee));
    add(totals, String(feecurrencyid), readAmount(fee));
    for (const [id, amount] of readAmounts(currencyvalues)) add(totals, id, amount);
  }
  // Coins of the other chain are burned here; others are locked.
  const burned = new Map([...totals].filter(([id]) => id === systemId));
  const locked = new Map([...totals].filter(([id]) => id !== systemId));
  const keys = waiting.map(({ txid, vout }) => coinKey(txid, vout)).join();
  const payload = {
    version: whole(1),
    flags: whole(POST_LAUNCH.export),
    sourceheightstart: whole(Number(String(object(thread.script.crosschainexport).sourceheightend)) + 1),
    sourceheightend: whole(height - 1),
    sourcesystemid: chainId,
    destinationsystemid: systemId,
    destinationcurrencyid: systemId,
    numinputs: whole(waiting.length),
    totalamounts: decimals(totals),
    totalfees: decimals(fees),
    hashtransfers: createHash('sha256').update(keys).digest('hex'),
    totalburned: decimals(burned),
    rewardaddress: drawPayee(scene, 'key'),
    firstinput: whole(1),
  };
  const deposit = locked.size === 0 ? [] : [holdDeposit(locked, chainId, systemId)];
  return [settle(scene, [thread, ...waiting], [...deposit, exportTransfers(payload, thread)])];
}

function leavesFor({ reservetransfer }: JsonObject, systemId: string): boolean {
  const { exportto, destinationcurrencyid } = object(reservetransfer);
  return exportto === systemId && destinationcurrencyid === systemId;
}

/** Releases locked coins and makes tokens: one import into the own currency, and one of the other system beside it. */
function importArrival(scene: Scene, arrival: Departure): JsonObject {
  const { chainId, ledger, height } = scene;
  const { payload, transfers } = arrival;
  const systemId = String(payload.sourcesystemid);
  const [own, system] = [findImport(ledger, chainId, systemId), findImport(ledger, systemId, systemId)];
  const state = ledger
    .list('state')
    .findLast(({ script }) => object(script.acceptednotarization).currencyid === chainId);
  const deposits = ledger.list('deposit').filter((coin) => isLockedFor(coin, systemId));
  const payouts = transfers.flatMap(({ currencyvalues, destination }) => {
    const address = String(object(destination).address);
    return Array.from(readAmounts(currencyvalues), ([id, amount]) =>
      id === chainId ? payCoin(address, amount) : payTokens(address, id, amount, ledger.nameOf(id)),
    );
  });
  const rewards = drawRewards(scene, readAmount(object(payload.totalfees)[chainId]), arrival);
  const imported = {
    version: whole(1),
    flags: whole(POST_LAUNCH.import),
    sourcesystemid: systemId,
    sourceheight: payload.sourceheightend ?? whole(0),
    importcurrencyid: chainId,
    valuein: payload.totalamounts ?? {},
    tokensout: {},
    numoutputs: whole(payouts.length + rewards.length),
    hashtransfers: payload.hashtransfers ?? NO_HASH,
    exporttxid: arrival.txid,
    exporttxout: whole(arrival.vout),
  };
  const beside = { ...imported, flags: whole(POST_LAUNCH.import | SOURCE_SYSTEM), importcurrencyid: systemId };
  return settle(scene, [own, system, state].flatMap((coin) => coin ?? []).concat(deposits), [
    ...[importTransfers(imported, own), importTransfers(beside, system)],
    notarizeState(
      {
        version: whole(2),
        launchcleared: true,
        launchconfirmed: true,
        launchcomplete: true,
        samechain: true,
        proposer: { undefined: '', type: whole(0) },
        currencyid: chainId,
        notarizationheight: whole(height - 1),
        currencystate: { ...NATIVE_STATE, currencyid: chainId },
        prevnotarizationtxid: state?.txid ?? NO_HASH,
        prevnotarizationout: whole(state?.vout ?? 0xffffffff),
        prevheight: whole(state?.height ?? 0),
        hashprevcrossnotarization: NO_HASH,
        currencystates: [],
        proofroots: [
          { ...PROOF_ROOT, systemid: systemId, height: whole(arrival.tipHeight) },
          { ...PROOF_ROOT, systemid: chainId, height: whole(height - 1) },
        ],
        nodes: [],
      },
      state,
    ),
    ...[proveExport(chainId, arrival), repeatTransfers(transfers), ...payouts, ...rewards],
    ...holdRest(deposits, payload, scene, systemId),
  ]);
}

/** Out of the fees: half to two notaries, half to exporter and importer. */
function drawRewards(scene: Scene, fees: bigint, { payload, transfers }: Departure): OutputDraft[] {
  const fee = exportFee(fees, transfers.length);
  const reward = exporterReward(fee);
  const payees = [drawPayee(scene, 'key'), drawPayee(scene, 'key'), drawPayee(scene, 'key')];
  const amounts = [fee / 10n, fee / 10n, reward / 2n, reward - reward / 2n];
  return amounts.map((amount, index) => payCoin(payees[index] ?? String(payload.rewardaddress), amount));
}

/** @throws Error where more comes back than has left */
function holdRest(
  deposits: readonly Coin[],
  { totalamounts }: JsonObject,
  { chainId }: Scene,
  systemId: string,
): OutputDraft[] {
  const held = new Map<string, bigint>();
  for (const { tokens } of deposits) for (const [id, amount] of tokens) add(held, id, amount);
  const back = readAmounts(totalamounts).get(chainId) ?? 0n;
  add(held, chainId, -back);
  if ((held.get(chainId) ?? 0n) < 0n) throw new Error(`more comes back from ${systemId} than has left for it`);
  const rest = new Map([...held].filter(([, amount]) => amount > 0n));
  return rest.size === 0 ? [] : [holdDeposit(rest, chainId, systemId)];
}

export function findExport(ledger: Ledger, systemId: string): Coin | undefined {
  return ledger
    .list('export')
    .findLast(({ script }) => object(script.crosschainexport).destinationcurrencyid === systemId);
}

function findImport(ledger: Ledger, currencyId: string, systemId: string): Coin | undefined {
  return ledger.list('import').findLast(({ script }) => {
    const { importcurrencyid, sourcesystemid } = object(script.crosschainimport);
    return importcurrencyid === currencyId && sourcesystemid === systemId;
  });
}

/** The last import into the chain's own currency. */
export function findImported(ledger: Ledger, chainId: string, systemId: string): string {
  return String(object(findImport(ledger, chainId, systemId)?.script.crosschainimport).exporttxid);
}

function isLockedFor({ script }: Coin, systemId: string): boolean {
  return object(script.reservedeposit).controllingcurrencyid === systemId;
}

function add(sums: Map<string, bigint>, id: string, amount: bigint): void {
  sums.set(id, (sums.get(id) ?? 0n) + amount);
}
