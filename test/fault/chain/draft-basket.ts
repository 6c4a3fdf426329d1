import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import type { Coin } from '@ledgergraph/chain-generator/coin';
import {
  NO_HASH,
  type NotarizationMarks,
  printNotarization,
  printState,
  RUNNING_MARKS,
  type StateFlows,
} from '@ledgergraph/chain-generator/currency';
import {
  EXPORT,
  exportOutput,
  finalizeExport,
  hashTransfers,
  IMPORT,
  importOutput,
  sumTransfers,
} from '@ledgergraph/chain-generator/exports';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { exporterReward, exportFee } from '@ledgergraph/chain-generator/import-fees';
import { type Draft, holdDeposit, pay, payCoin, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { type Outcome, settleTransfers, stateFlows } from '@ledgergraph/chain-generator/settle-transfers';
import { buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { currencyDefinition } from '@ledgergraph/generators/chain-parts/currency-definition';
import { type FlowCurrency, plainCurrency } from '@ledgergraph/generators/flow-chain/flow-currency';
import { drawIdentity, namesIn, type Scene } from './draft-transactions.ts';
import { drawReceiver, fund } from './fund.ts';
import type { SupplyStep, TreeTransaction } from './tree-transaction.ts';

const RESERVES = 100n * COIN;
const SUPPLY = 200n * COIN;
const BASKET_OPTIONS = 33;
export const PRELAUNCH_FLAGS = { token: 2, basket: 3 };
const RUNNING_FLAGS = 49;
const EXPORTED_MAX = 5;

/** undefined while no owner can pay for it. */
export function defineBasket(
  scene: Scene,
  { currencyId, name }: { currencyId: string; name: string },
): TreeTransaction | undefined {
  const { chainId, height } = scene;
  const funds = fund(scene, RESERVES);
  if (funds === undefined) return undefined;
  const basket: FlowCurrency = {
    ...plainCurrency(currencyId, name),
    isBasket: true,
    reserves: [{ currencyId: chainId, weight: COIN, reserves: RESERVES, last: COIN / 2n, via: 0n }],
    initialSupply: SUPPLY,
    supply: SUPPLY,
  };
  const record = { currencyId, name, supply: SUPPLY };
  const { identity, outputs } = drawIdentity(scene, name);
  const definition = {
    ...currencyDefinition(chainId, record, height),
    options: whole(BASKET_OPTIONS),
    proofprotocol: whole(1),
    currencies: [chainId],
    weights: [decimal(COIN)],
    conversions: [decimal(0n)],
    minpreconversion: [decimal(0n)],
    initialsupply: decimal(SUPPLY),
  };
  const state = notarize(scene, basket, { isdefinition: true, prelaunch: true }, PRELAUNCH_FLAGS.basket);
  const built = buildTransaction({
    inputs: funds.coins,
    outputs: [
      ...outputs,
      protocolOutput('currencydefinition', definition),
      state,
      holdDeposit(namesIn(scene), currencyId, new Map([[chainId, RESERVES]])),
      ...funds.change,
    ],
  });
  const launch = { currencyId, status: 'PRELAUNCH' } as const;
  return { ...built, identities: [identity], currencies: [record], flow: { basket, launch } };
}

export function startBasket(scene: Scene, before: FlowCurrency): TreeTransaction {
  const { currencyId } = before;
  const basket = { ...before, isRunning: true };
  const built = buildTransaction({
    inputs: [scene.ledger.stateCoin('state', currencyId)],
    outputs: [
      importOutput(
        { ...sourceOf(scene), exported: { txid: NO_HASH, vout: 0 }, valueIn: new Map(), hash: NO_HASH },
        { currencyId, flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN | IMPORT.INITIAL, outputs: 0 },
      ),
      notarize(scene, basket, RUNNING_MARKS, RUNNING_FLAGS),
    ],
  });
  const supply = [{ currencyId, kind: 'LAUNCH', amount: SUPPLY }];
  return { ...built, flow: { basket, launch: { currencyId, status: 'COMPLETE' }, supply } };
}

/** undefined where nothing waits. */
export function exportToBasket(scene: Scene, basketId: string): TreeTransaction | undefined {
  const { ledger, chainId, height } = scene;
  const transfers = [...ledger.waiting.values()].filter(({ coin }) => coin.about === basketId).slice(0, EXPORTED_MAX);
  if (transfers.length === 0) return undefined;
  const { totals, fees } = sumTransfers(transfers.map(({ request }) => request));
  const names = namesIn(scene);
  const exported = exportOutput(chainId, {
    flags: EXPORT.POST_LAUNCH,
    destinationSystemId: chainId,
    currencyId: basketId,
    totals,
    fees,
    firstInput: 0,
    fromHeight: 0,
    toHeight: height - 1,
    count: transfers.length,
    hash: hashTransfers(transfers.map(({ coin }) => coin)),
    rewardAddress: drawReceiver(scene),
  });
  const built = buildTransaction({
    inputs: transfers.map(({ coin }) => coin),
    outputs: [holdDeposit(names, basketId, totals), exported, finalizeExport(chainId, 1)],
  });
  return { ...built, flow: { exported: { systemId: chainId, transfers, totals } } };
}

export function importToBasket(scene: Scene): TreeTransaction | undefined {
  const { ledger, chainId } = scene;
  const [oldest] = ledger.exported;
  const finalization = oldest && ledger.coins.get(oldest[0]);
  if (oldest === undefined || finalization === undefined || ledger.basket === undefined) return undefined;
  const [, transfers] = oldest;
  const basket = structuredClone(ledger.basket);
  const requests = transfers.map(({ request }) => request);
  const outcome = settleTransfers(basket, requests, chainId);
  const deposits = ledger.coinsOf('deposit', basket.currencyId);
  const paid = outcome.settled.flatMap((one) => one.paid);
  const reward = exporterReward(exportFee(outcome.nativeFees, transfers.length));
  const names = namesIn(scene);
  const payouts = [
    ...paid.map(({ address, currencyId, amount }) => pay(names, address, currencyId, amount)),
    payCoin(drawReceiver(scene), reward),
  ];
  const native = paid.filter(({ currencyId }) => currencyId === chainId).reduce((sum, { amount }) => sum + amount, 0n);
  const rest = deposits.reduce((sum, { satoshis }) => sum + satoshis, 0n) - native - outcome.nativeFees;
  if (rest < 0n) throw new Error(`an import pays ${-rest} more than the deposits hold`);
  const { txid, vout } = finalization;
  const { totals } = sumTransfers(requests);
  const built = buildTransaction({
    inputs: [ledger.stateCoin('state', basket.currencyId), finalization, ...deposits],
    outputs: [
      importOutput(
        {
          ...sourceOf(scene),
          exported: { txid, vout: vout - 1 },
          valueIn: totals,
          hash: hashTransfers(transfers.map(({ coin }) => coin)),
        },
        { currencyId: basket.currencyId, flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN, outputs: payouts.length },
      ),
      notarize(scene, basket, RUNNING_MARKS, RUNNING_FLAGS, stateFlows(outcome)),
      ...payouts,
      ...(rest === 0n ? [] : [holdDeposit(names, basket.currencyId, new Map([[chainId, rest]]))]),
    ],
  });
  const conversions = outcome.settled.flatMap(({ conversion }, index) => {
    const coin = transfers[index]?.coin;
    return conversion === null || coin === undefined
      ? []
      : [{ ...placeOf(coin), direction: conversion.direction, amountOut: conversion.amountOut }];
  });
  const imported = { transfers: transfers.map(({ coin }) => placeOf(coin)), conversions };
  return { ...built, flow: { imported, basket, supply: listSteps(basket.currencyId, outcome) } };
}

/** Half of the fees in the basket is sold, half is burned. */
function listSteps(currencyId: string, { settled, primaryConversionFees }: Outcome): SupplyStep[] {
  const steps = settled.flatMap(({ request, conversion }): SupplyStep[] => {
    if (request.kind === 'BURN') return [{ currencyId, kind: 'BURN', amount: -request.amount }];
    if (conversion === null) return [];
    const { direction, amountInNet, amountOut } = conversion;
    return [{ currencyId, kind: direction, amount: direction === 'BUY' ? amountOut : -amountInNet }];
  });
  const burned = primaryConversionFees / 2n;
  steps.push({ currencyId, kind: 'SELL', amount: burned - primaryConversionFees });
  steps.push({ currencyId, kind: 'FEE_BURN', amount: -burned });
  return steps.filter(({ amount }) => amount !== 0n);
}

export function notarize(
  scene: Scene,
  basket: FlowCurrency,
  marks: NotarizationMarks,
  flags: number,
  flows: StateFlows = {},
): Draft {
  const { height } = scene;
  const payload = printNotarization({
    currencyId: basket.currencyId,
    marks,
    state: printState(basket, flags, flows),
    height: height - 1,
    previous: undefined,
    previousHeight: 0,
  });
  return protocolOutput('acceptednotarization', payload);
}

function sourceOf({ chainId, height }: Scene): { sourceSystemId: string; sourceHeight: number } {
  return { sourceSystemId: chainId, sourceHeight: height - 1 };
}

function placeOf({ txid, vout }: Coin): Pick<Coin, 'txid' | 'vout'> {
  return { txid, vout };
}
