import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import type { Coin } from '@ledgergraph/generators/chain-parts/coin';
import { currencyDefinition } from '@ledgergraph/generators/chain-parts/currency-payloads';
import { type Draft, defineCurrency, payCoin } from '@ledgergraph/generators/chain-parts/outputs';
import { buildTransaction } from '@ledgergraph/generators/chain-parts/transaction';
import { type Outcome, settleTransfers } from '@ledgergraph/generators/flow-chain/convert';
import {
  depositOutput,
  digest,
  EXPORT,
  finalizeExport,
  printExport,
  sumTransfers,
} from '@ledgergraph/generators/flow-chain/exports';
import {
  type FlowCurrency,
  type NotarizationMarks,
  printNotarization,
  printState,
  RUNNING_MARKS,
  type StateFlows,
} from '@ledgergraph/generators/flow-chain/flow-currency';
import { NO_HASH, pay, protocolOutput } from '@ledgergraph/generators/flow-chain/flow-outputs';
import { COIN, exporterReward, exportFee } from '@ledgergraph/generators/flow-chain/formulas';
import { IMPORT, printImport } from '@ledgergraph/generators/flow-chain/imports';
import { drawIdentity, type Scene } from './draft-transactions.ts';
import { drawReceiver, fund, namesIn } from './fund.ts';
import type { SupplyStep, TreeTransaction, Waiting } from './tree-transaction.ts';

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
    currencyId,
    name,
    isBasket: true,
    isCentralized: false,
    launchPrices: new Map(),
    registrationFee: 0n,
    reserves: [{ currencyId: chainId, weight: COIN, reserves: RESERVES, last: COIN / 2n, via: 0n }],
    initialSupply: SUPPLY,
    supply: SUPPLY,
    isRunning: false,
    exportedHeight: 0,
    exportHeight: 0,
  };
  const record = { currencyId, name, supply: SUPPLY, changes: 0 };
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
    outputs: [...outputs, defineCurrency(definition), state, keep(scene, currencyId, RESERVES), ...funds.change],
    identities: [identity],
    currencies: [record],
  });
  return { ...built, flow: { basket, launch: { currencyId, status: 'PRELAUNCH' } } };
}

export function startBasket(scene: Scene, before: FlowCurrency): TreeTransaction {
  const { currencyId } = before;
  const basket = { ...before, isRunning: true };
  const draft = { exported: { txid: NO_HASH, vout: 0 }, valueIn: new Map(), hash: NO_HASH };
  const built = buildTransaction({
    inputs: [scene.ledger.stateCoin('state', currencyId)],
    outputs: [
      importOutput(scene, currencyId, {
        ...draft,
        flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN | IMPORT.INITIAL,
        outputs: 0,
      }),
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
  const payload = printExport(names, {
    flags: EXPORT.POST_LAUNCH,
    destinationSystemId: chainId,
    currencyId: basketId,
    totals,
    fees,
    firstInput: 0,
    fromHeight: 0,
    toHeight: height - 1,
    count: transfers.length,
    hash: hashOf(transfers),
    rewardAddress: drawReceiver(scene),
  });
  const built = buildTransaction({
    inputs: transfers.map(({ coin }) => coin),
    outputs: [
      { ...depositOutput(names, basketId, totals), role: 'deposit', about: basketId },
      protocolOutput('crosschainexport', payload, names.nameOf),
      { ...finalizeExport(names, 1), role: 'export', about: basketId },
    ],
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
    ...paid.map(({ address, currencyId, amount }) => pay(chainId, address, currencyId, amount, names.nameOf)),
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
      importOutput(scene, basket.currencyId, {
        flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN,
        exported: { txid, vout: vout - 1 },
        valueIn: totals,
        hash: hashOf(transfers),
        outputs: payouts.length,
      }),
      notarize(scene, basket, RUNNING_MARKS, RUNNING_FLAGS, flowsOf(outcome)),
      ...payouts,
      ...(rest === 0n ? [] : [keep(scene, basket.currencyId, rest)]),
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

function flowsOf(outcome: Outcome): StateFlows {
  const { flows: reserves, primaryFees, primaryConversionFees, primaryOut, minted, burnedByWeight } = outcome;
  return { reserves, primaryFees, primaryConversionFees, primaryOut, emitted: minted - burnedByWeight };
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
  const output = protocolOutput('acceptednotarization', payload, namesIn(scene).nameOf);
  return { ...output, role: 'state', about: basket.currencyId };
}

function importOutput(
  scene: Scene,
  currencyId: string,
  draft: {
    flags: number;
    outputs: number;
    exported: { txid: string; vout: number };
    valueIn: ReadonlyMap<string, bigint>;
    hash: string;
  },
): Draft {
  const { chainId, height } = scene;
  const { exported, flags, outputs } = draft;
  const facts = { ...draft, sourceSystemId: chainId, sourceHeight: height - 1 };
  return printImport(namesIn(scene), facts, currencyId, exported.vout, { flags, outputs });
}

function keep(scene: Scene, controllerId: string, satoshis: bigint): Draft {
  const output = depositOutput(namesIn(scene), controllerId, new Map([[scene.chainId, satoshis]]));
  return { ...output, role: 'deposit', about: controllerId };
}

function hashOf(transfers: readonly Waiting[]): string {
  return digest(transfers.map(({ coin }) => ({ entry: coin })));
}

function placeOf({ txid, vout }: Coin): Pick<Coin, 'txid' | 'vout'> {
  return { txid, vout };
}
