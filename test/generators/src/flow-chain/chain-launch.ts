import { NO_HASH, printNotarization, printState, RUNNING_MARKS } from '@ledgergraph/chain-generator/currency';
import { EXPORT, exportOutput, IMPORT, importOutput } from '@ledgergraph/chain-generator/exports';
import { COIN, intoBasket, outOfBasket } from '@ledgergraph/chain-generator/formulas';
import { identityState, newIdentity } from '@ledgergraph/chain-generator/identity';
import { conversionFee } from '@ledgergraph/chain-generator/import-fees';
import { type Draft, holdDeposit, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { type BuiltTransaction, coinAt } from '@ledgergraph/chain-generator/transaction';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import {
  type ChainLaunch,
  CONTRIBUTION,
  CONVERTER_SUPPLY,
  defineConverter,
  defineNative,
  ISSUANCE,
  SHARE,
  SHARES,
} from './chain-plan.ts';
import { type Route, receiveExport, sendExport } from './cross-chain.ts';
import { gather } from './exports.ts';
import type { FlowCurrency } from './flow-currency.ts';
import { noteState } from './imports.ts';
import { flagsIn, notarizePhase } from './launch-plan.ts';
import type { World } from './world.ts';

const NET = CONTRIBUTION - conversionFee(CONTRIBUTION, 1);

export function advanceChainLaunch(route: Route, launch: ChainLaunch): void {
  const { from: world, to } = route;
  const { converter, startBlock } = launch;
  if (world.height < startBlock) {
    const transfers = gather(world, to.chainId, route.exportHeight);
    if (transfers.length === 0) return;
    const notarization = notarizePhase(world, converter, 'prelaunch', world.height - 2);
    const output = protocolOutput('acceptednotarization', notarization);
    launch.exports.push(sendExport(route, transfers, { flags: EXPORT.PRELAUNCH, notarization: output }));
    route.exportedHeight = world.height - 2;
    noteConverter(route, launch, flagsIn(converter, 'prelaunch'));
  }
  if (world.height !== startBlock + 1) return;
  const notarization = notarizePhase(world, converter, 'cleared', startBlock - 1);
  const output = protocolOutput('acceptednotarization', notarization);
  launch.cleared = sendExport(route, [], { flags: EXPORT.PRELAUNCH | EXPORT.CLEAR, notarization: output });
  route.exportedHeight = world.height - 2;
  noteConverter(route, launch, flagsIn(converter, 'cleared'));
  for (const entry of world.ledger.launches) {
    if (entry.currencyId !== converter.currencyId) continue;
    entry.clearedHeight = world.height;
    entry.isConfirmed = true;
    entry.accepted.set(world.chainId, NET);
  }
}

function noteConverter({ from: world }: Route, { converter }: ChainLaunch, flags: number): void {
  const state = world.thread('state', converter.currencyId);
  if (state !== undefined) noteState(world, converter, { ...state.coin, height: world.height }, flags);
}

export function firstOutputs(route: Route, launch: ChainLaunch, launcherDefinition: JsonObject): Draft[] {
  const { from: launcher, to: world } = route;
  const { chain, converter, startBlock } = launch;
  const definitions = [defineNative(launcher, chain, startBlock), defineConverter(launcher, launch, startBlock)];
  const shares = Array.from({ length: Number(SHARES) }, (_, index) =>
    world.pay(world.people[index] ?? world.person(), world.chainId, SHARE),
  );
  const issued = issuedReserves(route, launch);
  for (const reserve of converter.reserves) reserve.reserves = issued.get(reserve.currencyId) ?? 0n;
  const names = [chain, converter].map(({ currencyId, name }) => {
    return identityState(newIdentity(world.chainId, { id: currencyId, name, owner: world.person() }));
  });
  return [
    ...names,
    protocolOutput('currencydefinition', definitions[0] ?? {}),
    ...beginThread(launcher, world, chain, { flags: 24, exported: [launch.definition, 4], payouts: shares }),
    protocolOutput('currencydefinition', definitions[1] ?? {}),
    ...beginThread(launcher, world, converter, { flags: 25, exported: [launch.definition, 8], payouts: [] }),
    holdDeposit(world, converter.currencyId, issued),
    protocolOutput('currencydefinition', launcherDefinition),
    beginExport(world, launcher.chainId, launcher.chainId),
  ];
}

/** The chain's own, and those of the launch, which imports repeat. */
function issuedReserves({ from: launcher, to: world }: Route, { exports }: ChainLaunch): Map<string, bigint> {
  const accepted = exports.some(({ transfers }) => transfers.length > 0) ? [[launcher.chainId, NET] as const] : [];
  return new Map([[world.chainId, ISSUANCE], ...accepted]);
}

function beginThread(
  launcher: World,
  world: World,
  currency: FlowCurrency,
  { flags, exported, payouts }: { flags: number; exported: readonly [string, number]; payouts: readonly Draft[] },
): Draft[] {
  const [txid, vout] = exported;
  const draft = { sourceSystemId: launcher.chainId, sourceHeight: 1, valueIn: new Map(), hash: NO_HASH };
  const imported = importOutput(
    { ...draft, exported: { txid, vout } },
    { currencyId: currency.currencyId, flags: IMPORT.INITIAL | IMPORT.POST_LAUNCH, outputs: payouts.length },
  );
  const notarization = printNotarization({
    currencyId: currency.currencyId,
    state: printState(currency, flags),
    height: 1,
    previous: undefined,
    previousHeight: 0,
    marks: { isblockonenotarization: true, launchcleared: true, launchconfirmed: true },
  });
  return [
    imported,
    protocolOutput('earnednotarization', notarization),
    ...payouts,
    beginExport(world, world.chainId, currency.currencyId),
  ];
}

function beginExport(world: World, destinationSystemId: string, currencyId: string): Draft {
  return exportOutput(world.chainId, {
    flags: 0,
    destinationSystemId,
    currencyId,
    fromHeight: 1,
    toHeight: 1,
    totals: new Map(),
    fees: new Map(),
    count: 0,
    hash: NO_HASH,
    rewardAddress: '',
    firstInput: -1,
  });
}

export function takeFirstCoinbase(
  { from: launcher, to: world }: Route,
  { chain, converter }: ChainLaunch,
  coinbase: BuiltTransaction,
): void {
  const find = (kind: string, currencyId: string) =>
    objectsOf(coinbase).findIndex((script) => {
      const payload = script[kind] as JsonObject | undefined;
      return (
        payload?.importcurrencyid === currencyId ||
        payload?.destinationcurrencyid === currencyId ||
        payload?.currencyid === currencyId ||
        payload?.controllingcurrencyid === currencyId
      );
    });
  for (const currency of [chain, converter]) {
    const { currencyId } = currency;
    const state = find('earnednotarization', currencyId);
    world.setThread('import', currencyId, coinAt(coinbase, find('crosschainimport', currencyId)));
    world.setThread('state', currencyId, coinAt(coinbase, state));
    world.setThread('export', currencyId, coinAt(coinbase, find('crosschainexport', currencyId)));
    noteState(world, currency, { txid: coinbase.txid, vout: state, height: world.height }, currency.isBasket ? 25 : 24);
  }
  world.setThread('export', launcher.chainId, coinAt(coinbase, find('crosschainexport', launcher.chainId)));
  world.addDeposit(converter.currencyId, coinAt(coinbase, find('reservedeposit', converter.currencyId)));
  world.currencies.set(converter.currencyId, converter);
}

function objectsOf({ json }: BuiltTransaction): JsonObject[] {
  return (json.vout as JsonObject[]).map(({ scriptPubKey }) => scriptPubKey as JsonObject);
}

/** The second block turns contributions into the converter's reserve and units. */
export function completeChainLaunch(route: Route, launch: ChainLaunch): void {
  const { to: world, from: launcher } = route;
  const { converter, cleared } = launch;
  const [foreign, own] = converter.reserves;
  if (foreign === undefined || own === undefined || cleared === undefined)
    throw new Error('a chain starts before it is cleared');
  foreign.last = (NET * COIN + CONVERTER_SUPPLY - 1n) / CONVERTER_SUPPLY;
  own.last = COIN;
  own.via = COIN;
  foreign.via = foreign.last;
  for (const made of launch.exports) {
    const settled = made.transfers.map(({ request }) => {
      const amount = intoBasket(request.amount - conversionFee(request.amount, 1), foreign.last);
      const paid = [{ address: request.destination, currencyId: converter.currencyId, amount }];
      return { request, paid, conversion: null, onward: null };
    });
    const taken = conversionFee(CONTRIBUTION, 1);
    const leaving = taken - taken / 2n + made.transfers.reduce((sum, { request }) => sum + request.fee, 0n);
    const fees = outOfBasket(intoBasket(leaving, foreign.last), own.via);
    const valueIn = made.totals.get(launcher.chainId) ?? 0n;
    foreign.reserves += valueIn - (settled.length === 0 ? 0n : NET);
    own.reserves -= fees;
    const flow = { primaryIn: 0n, reserveOut: 0n, fees: 0n, conversionFees: 0n, reserveIn: 0n };
    const state = printState(converter, 17, {
      reserves: new Map([
        [
          launcher.chainId,
          { ...flow, reserveIn: valueIn, primaryIn: NET, fees: taken + 20_000n, conversionFees: taken },
        ],
        [world.chainId, { ...flow, reserveOut: fees }],
      ]),
      primaryOut: settled[0]?.paid[0]?.amount ?? 0n,
      preconverted: settled[0]?.paid[0]?.amount ?? 0n,
    });
    const marks = { launchcleared: true, launchconfirmed: true };
    const issued = new Map(settled.length === 0 ? [] : [[launcher.chainId, NET]]);
    receiveExport(route, made, { currency: converter, state, settled, fees, marks, flags: 17, issued });
  }
  const arrival = { currency: converter, settled: [], fees: 0n, marks: RUNNING_MARKS, flags: 49 };
  receiveExport(route, cleared, { ...arrival, state: printState(converter, 49) });
  converter.isRunning = true;
  converter.exportedHeight = world.height;
  converter.exportHeight = world.height;
}
