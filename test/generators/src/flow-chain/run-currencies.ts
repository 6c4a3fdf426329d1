import { NO_FLOW, printNotarization, printState, RUNNING_MARKS } from '@ledgergraph/chain-generator/currency';
import { EXPORT, IMPORT } from '@ledgergraph/chain-generator/exports';
import { settleTransfers, stateFlows } from '@ledgergraph/chain-generator/settle-transfers';
import { exportHere, gather, type MadeExport } from './exports.ts';
import type { FlowCurrency } from './flow-currency.ts';
import { importTransfers } from './imports.ts';
import type { World } from './world.ts';

const RUNNING_BASKET = 49;
const RUNNING_TOKEN = 48;

/** Two transactions in one block for each currency with waiting transfers. */
export function runCurrencies(world: World): void {
  for (const currency of world.currencies.values()) {
    if (!currency.isRunning) continue;
    const transfers = gather(world, currency.currencyId, currency.exportHeight);
    if (transfers.length === 0) continue;
    const fromHeight = currency.exportedHeight + 1;
    const made = exportHere(world, currency.currencyId, transfers, { flags: EXPORT.POST_LAUNCH, fromHeight });
    currency.exportedHeight = made.sourceHeight;
    currency.exportHeight = world.height;
    importHere(world, currency, made);
  }
}

function importHere(world: World, currency: FlowCurrency, made: MadeExport): void {
  const { transaction, vout, height, totals, hash, rewardAddress, finalization, sourceHeight, transfers } = made;
  const flags = currency.isBasket ? RUNNING_BASKET : RUNNING_TOKEN;
  const requests = transfers.map(({ request }) => request);
  const { state, outcome } = settleInto(world, currency, requests);
  const previous = world.thread('state', currency.currencyId);
  importTransfers(world, {
    currency,
    flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN,
    sourceSystemId: world.chainId,
    sourceHeight,
    valueIn: totals,
    hash,
    exported: { txid: transaction.txid, vout, height },
    rewardAddress,
    finalization,
    notarization: printNotarization({
      currencyId: currency.currencyId,
      marks: RUNNING_MARKS,
      state,
      height: sourceHeight,
      previous: previous?.coin,
      previousHeight: previous?.height ?? 0,
    }),
    settled: outcome.settled,
    entries: transfers.map(({ entry }) => entry),
    fees: outcome.nativeFees,
    stateFlags: flags,
  });
}

export function settleInto(
  world: World,
  currency: FlowCurrency,
  requests: Parameters<typeof settleTransfers>[1],
): { state: ReturnType<typeof printState>; outcome: ReturnType<typeof settleTransfers> } {
  const priorWeights = new Map(currency.reserves.map(({ currencyId, weight }) => [currencyId, weight]));
  const outcome = settleTransfers(currency, requests, world.chainId);
  const state = printState(currency, currency.isBasket ? RUNNING_BASKET : RUNNING_TOKEN, {
    ...stateFlows(outcome, priorWeights),
    reserves: currency.isBasket ? outcome.flows : tokenFlows(currency, outcome.nativeFees),
  });
  return { state, outcome };
}

/** A token's state counts the fees of its transfers. */
function tokenFlows({ launchPrices }: FlowCurrency, fees: bigint): ReturnType<typeof settleTransfers>['flows'] {
  const flow = { ...NO_FLOW, fees };
  return new Map(Array.from(launchPrices.keys(), (id) => [id, flow]));
}
