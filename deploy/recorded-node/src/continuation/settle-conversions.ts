import { createHash } from 'node:crypto';
import { decimals, whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Basket, type Flows, listBaskets, nextState } from './basket.ts';
import { type Coin, type CoinRole, coinKey, object } from './coin.ts';
import { convertRequests } from './convert-requests.ts';
import { exportTransfers, finalizeExport, importTransfers, notarizeState } from './import-outputs.ts';
import { type ConversionRequest, holdDeposit, readRequest } from './outputs.ts';
import { type Scene, settle } from './scene.ts';
import { byPlace } from './transfer-order.ts';

const AFTER_LAUNCH = 0x80;
const SAME_CHAIN_AFTER_LAUNCH = 12;
const TRANSFERS_MAX = 20;

interface Waiting {
  coin: Coin;
  request: ConversionRequest;
}

/** As miners do: an export and an import for each basket, in this order. */
export function settleConversions(scene: Scene): JsonObject[] {
  return listBaskets(scene.ledger, scene.chainId).flatMap((basket) => {
    const waiting = listWaiting(scene, basket)
      .sort((a, b) => byPlace(a.coin, b.coin))
      .slice(0, TRANSFERS_MAX);
    return waiting.length === 0 ? [] : settleBasket(scene, basket, waiting);
  });
}

/** Only requests after the recording, because recorded ones may be of kinds that are not drawn here. */
function listWaiting({ ledger, recordedHeight, height, chainId }: Scene, { currencyId }: Basket): Waiting[] {
  return ledger.list('transfer').flatMap((coin) => {
    const request = readRequest(coin);
    if (request === undefined || coin.height <= recordedHeight || coin.height >= height) return [];
    const { from, to } = request;
    const isOurs = (from === chainId && to === currencyId) || (from === currencyId && to === chainId);
    return isOurs ? [{ coin, request }] : [];
  });
}

function settleBasket(scene: Scene, basket: Basket, waiting: readonly Waiting[]): JsonObject[] {
  const { chainId, ledger } = scene;
  const { currencyId } = basket;
  const totals = sumRequests(waiting, chainId);
  const hash = createHash('sha256')
    .update(waiting.map(({ coin }) => coinKey(coin.txid, coin.vout)).join())
    .digest('hex');
  const outcome = convertRequests(
    scene,
    basket,
    waiting.map(({ request }) => request),
  );
  const lastExport = findThread(scene, 'export', 'crosschainexport', 'destinationcurrencyid', currencyId);
  const exported = settle(
    scene,
    [...(lastExport === undefined ? [] : [lastExport]), ...waiting.map(({ coin }) => coin)],
    [
      holdDeposit(totals, chainId, currencyId),
      exportTransfers(describeExport(scene, waiting, { basket, totals, hash, flows: outcome.flows }), lastExport),
      finalizeExport(chainId, 1),
    ],
  );
  const find = (vout: number): Coin => getCoin(ledger.find(String(exported.txid), vout));
  const lastImport = findThread(scene, 'import', 'crosschainimport', 'importcurrencyid', currencyId);
  const inputs = [...(lastImport === undefined ? [] : [lastImport]), basket.coin, find(2), ...basket.deposits, find(0)];
  const reserves = basket.reserves + outcome.flows.reserveIn - outcome.flows.reserveOut;
  const imported = settle(scene, inputs, [
    importTransfers(
      describeImport(scene, exported, { basket, totals, hash, count: outcome.payments.length }),
      lastImport,
    ),
    notarizeState(describeNotarization(scene, basket, outcome.flows), basket.coin),
    ...outcome.payments,
    holdDeposit(new Map([[chainId, reserves]]), chainId, currencyId),
  ]);
  return [exported, imported];
}

function sumRequests(waiting: readonly Waiting[], chainId: string): Map<string, bigint> {
  const totals = new Map([[chainId, 0n]]);
  for (const { request } of waiting) {
    totals.set(request.from, (totals.get(request.from) ?? 0n) + request.amount);
    totals.set(chainId, (totals.get(chainId) ?? 0n) + request.fee);
  }
  return totals;
}

interface Batch {
  basket: Basket;
  totals: ReadonlyMap<string, bigint>;
  hash: string;
}

function describeExport(
  { chainId, height }: Scene,
  waiting: readonly Waiting[],
  { basket, totals, hash, flows }: Batch & { flows: Flows },
): JsonObject {
  const heights = waiting.map(({ coin }) => coin.height);
  const fees = new Map([[chainId, flows.fees]]);
  if (flows.unitFees > 0n) fees.set(basket.currencyId, flows.unitFees);
  return {
    version: whole(1),
    flags: whole(AFTER_LAUNCH),
    sourceheightstart: whole(Math.min(...heights)),
    sourceheightend: whole(height - 1),
    sourcesystemid: chainId,
    destinationsystemid: chainId,
    destinationcurrencyid: basket.currencyId,
    numinputs: whole(waiting.length),
    totalamounts: decimals(totals),
    totalfees: decimals(fees),
    hashtransfers: hash,
    totalburned: {},
    rewardaddress: waiting[0]?.request.payee ?? '',
    firstinput: whole(1),
  };
}

function describeImport(
  { chainId, height }: Scene,
  exported: JsonObject,
  { basket, totals, hash, count }: Batch & { count: number },
): JsonObject {
  return {
    version: whole(1),
    flags: whole(SAME_CHAIN_AFTER_LAUNCH),
    sourcesystemid: chainId,
    sourceheight: whole(height - 1),
    importcurrencyid: basket.currencyId,
    valuein: decimals(totals),
    tokensout: {},
    numoutputs: whole(count),
    hashtransfers: hash,
    exporttxid: String(exported.txid),
    exporttxout: whole(1),
  };
}

function describeNotarization({ chainId, height }: Scene, basket: Basket, flows: Flows): JsonObject {
  return {
    ...basket.notarization,
    notarizationheight: whole(height - 1),
    currencystate: nextState(basket, chainId, flows),
    prevnotarizationtxid: basket.coin.txid,
    prevnotarizationout: whole(basket.coin.vout),
    prevheight: whole(basket.coin.height),
  };
}

/** The unspent output that the next one of its kind replaces; the latest of several. */
function findThread(
  { ledger }: Scene,
  role: CoinRole,
  kind: string,
  member: string,
  currencyId: string,
): Coin | undefined {
  return ledger.list(role).findLast(({ script }) => object(script[kind])[member] === currencyId);
}

function getCoin(coin: Coin | undefined): Coin {
  if (coin === undefined) throw new Error('an export lacks an output that its import spends');
  return coin;
}
