import { printNotarization, printState, RUNNING_MARKS } from '@ledgergraph/chain-generator/currency';
import {
  byPlace,
  EXPORT,
  exportOutput,
  finalizeExport,
  hashTransfers,
  IMPORT,
  importOutput,
  splitRewards,
  sumTransfers,
} from '@ledgergraph/chain-generator/exports';
import { object, readAmount } from '@ledgergraph/chain-generator/json';
import { holdDeposit, pay, payCoin, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { settleTransfers, stateFlows } from '@ledgergraph/chain-generator/settle-transfers';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { TRANSFER, type TransferRequest } from '@ledgergraph/chain-generator/transfer';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Basket, listBaskets } from './basket.ts';
import type { LedgerCoin } from './coin.ts';
import { type Scene, settle } from './scene.ts';

const TRANSFERS_MAX = 20;

interface Waiting {
  coin: LedgerCoin;
  request: TransferRequest;
}

/** As miners do: an export and an import for each basket, in this order. */
export function settleConversions(scene: Scene): JsonObject[] {
  return listBaskets(scene.ledger, scene.chainId).flatMap((basket) => {
    const waiting = listWaiting(scene, basket.currency.currencyId)
      .sort((a, b) => byPlace(a.coin, b.coin))
      .slice(0, TRANSFERS_MAX);
    return waiting.length === 0 ? [] : settleBasket(scene, basket, waiting);
  });
}

/** Only requests after the recording, because recorded ones may be of kinds that are not drawn here. */
function listWaiting({ ledger, recordedHeight, height, chainId }: Scene, currencyId: string): Waiting[] {
  return ledger.list('transfer').flatMap((coin) => {
    const request = readRequest(coin, chainId);
    if (request === undefined || coin.height <= recordedHeight || coin.height >= height) return [];
    const { fromId, toId } = request;
    const isOurs = (fromId === chainId && toId === currencyId) || (fromId === currencyId && toId === chainId);
    return isOurs ? [{ coin, request }] : [];
  });
}

function readRequest({ script }: LedgerCoin, chainId: string): TransferRequest | undefined {
  const transfer = object(script.reservetransfer);
  const [fromId] = Object.keys(object(transfer.currencyvalues));
  const { address } = object(transfer.destination);
  const flags = Number(String(transfer.flags));
  if (fromId === undefined || typeof address !== 'string' || (flags & TRANSFER.CONVERT) === 0) return undefined;
  return {
    kind: fromId === chainId ? 'BUY' : 'SELL',
    flags,
    fromId,
    amount: readAmount(object(transfer.currencyvalues)[fromId]),
    toId: String(transfer.destinationcurrencyid),
    feeCurrencyId: String(transfer.feecurrencyid),
    fee: readAmount(transfer.fees),
    destination: address,
  };
}

function settleBasket(scene: Scene, basket: Basket, waiting: readonly Waiting[]): JsonObject[] {
  const transfers = waiting.map(({ request }) => request);
  const hash = hashTransfers(waiting.map(({ coin }) => coin));
  const exporter = transfers[0]?.destination ?? '';
  const settlement: Settlement = { basket, waiting, transfers, hash, exporter, ...sumTransfers(transfers) };
  const exported = exportTransfers(scene, settlement);
  return [exported.json, importTransfers(scene, settlement, exported).json];
}

interface Settlement extends ReturnType<typeof sumTransfers> {
  basket: Basket;
  waiting: readonly Waiting[];
  transfers: readonly Waiting['request'][];
  hash: string;
  exporter: string;
}

function findThread({ ledger }: Scene, role: 'export' | 'import', currencyId: string) {
  return ledger
    .list(role)
    .filter(({ about }) => about === currencyId)
    .slice(-1);
}

function exportTransfers(scene: Scene, { basket, waiting, hash, exporter, totals, fees }: Settlement) {
  const { chainId, height } = scene;
  const { currencyId } = basket.currency;
  const coins = waiting.map(({ coin }) => coin);
  return settle(
    scene,
    [...findThread(scene, 'export', currencyId), ...coins],
    [
      holdDeposit(scene, currencyId, totals),
      exportOutput(chainId, {
        flags: EXPORT.POST_LAUNCH,
        destinationSystemId: chainId,
        currencyId,
        fromHeight: Math.min(...coins.map((coin) => coin.height)),
        toHeight: height - 1,
        totals,
        fees,
        count: waiting.length,
        hash,
        rewardAddress: exporter,
        firstInput: 1,
      }),
      finalizeExport(chainId, 1),
    ],
  );
}

function importTransfers(
  scene: Scene,
  { basket, transfers, hash, exporter, totals }: Settlement,
  exported: ReturnType<typeof settle>,
) {
  const { chainId, height } = scene;
  const { currency, coin: state } = basket;
  const { currencyId } = currency;
  const outcome = settleTransfers(currency, transfers, chainId);
  const payments = outcome.settled
    .flatMap(({ paid }) => paid)
    .map(({ address, currencyId: id, amount }) => pay(scene, address, id, amount));
  const rewards = splitRewards(outcome.nativeFees, transfers.length, { importer: () => exporter, exporter });
  payments.push(...rewards.map(({ address, amount }) => payCoin(address, amount)));
  const native = currency.reserves.find((reserve) => reserve.currencyId === chainId)?.reserves ?? 0n;
  return settle(
    scene,
    [...findThread(scene, 'import', currencyId), state, coinAt(exported, 2), ...basket.deposits, coinAt(exported, 0)],
    [
      importOutput(
        { sourceSystemId: chainId, sourceHeight: height - 1, valueIn: totals, hash, exported: coinAt(exported, 1) },
        { currencyId, flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN, outputs: payments.length },
      ),
      protocolOutput(
        'acceptednotarization',
        printNotarization({
          currencyId,
          marks: RUNNING_MARKS,
          state: printState(currency, basket.flags, stateFlows(outcome)),
          height: height - 1,
          previous: state,
          previousHeight: state.height,
        }),
      ),
      ...payments,
      holdDeposit(scene, currencyId, new Map([[chainId, native]])),
    ],
  );
}
