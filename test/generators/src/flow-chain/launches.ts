import { whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Draft, identityState } from '#/chain-parts/outputs.ts';
import { completeLaunch } from './complete-launch.ts';
import { depositOutput, EXPORT, exportHere, finalizeExport, gather, printExport } from './exports.ts';
import { addTo, type ExpectedLaunch } from './flow-ledger.ts';
import { NO_HASH, protocolOutput } from './flow-outputs.ts';
import { IMPORT, noteState } from './imports.ts';
import { decide, launchFlows, takeContributions } from './launch-amounts.ts';
import {
  flagsIn,
  HALF_FEE,
  type Launch,
  type LaunchPlan,
  notarizePhase,
  printDefinition,
  sumPreallocations,
  takenCurrencies,
} from './launch-plan.ts';
import { TRANSFER, type TransferRequest } from './transfer-request.ts';
import { awaitExport, transferOutput } from './transfers.ts';
import { coinAt, type FlowIdentity, type World } from './world.ts';

const CONTRIBUTION_FEE = 20_000n;
/** Contributions after it could miss the last export. */
export const LAST_CALL = 6;

/** @param convert sets that flag too, as some wallets do */
export function contributionOf(
  world: World,
  toId: string,
  contribution: { fromId: string; amount: bigint; destination: string; convert?: boolean },
): TransferRequest {
  const { fromId, amount, destination, convert = false } = contribution;
  const flags = TRANSFER.VALID | TRANSFER.PRECONVERT | (convert ? TRANSFER.CONVERT : 0);
  return {
    kind: 'CONTRIBUTION',
    flags,
    fromId,
    amount,
    toId,
    feeCurrencyId: world.chainId,
    fee: CONTRIBUTION_FEE,
    destination,
  };
}

/** Undefined while no user can pay. */
export function defineCurrency(world: World, identity: FlowIdentity, plan: LaunchPlan): Launch | undefined {
  const { currency } = plan;
  const { currencyId } = currency;
  const requests = takenCurrencies(currency).flatMap((fromId, index) => {
    const amount = plan.contributions[index] ?? 0n;
    return amount === 0n ? [] : [contributionOf(world, currencyId, { fromId, amount, destination: currencyId })];
  });
  const wanted = new Map([[world.chainId, HALF_FEE]]);
  for (const { fromId, amount, fee } of requests) {
    addTo(wanted, fromId, amount);
    addTo(wanted, world.chainId, fee);
  }
  const funds = world.fund(wanted, HALF_FEE);
  if (funds === undefined) return undefined;
  identity.hasCurrency = true;
  const startBlock = world.height + plan.blocks;
  currency.supply = currency.initialSupply + (currency.isBasket ? 0n : sumPreallocations(plan));
  const transaction = world.settle(
    [identity.coin, ...funds.inputs],
    [
      identityState({ ...identity.payload, flags: whole(1) }, [currencyId, currencyId]),
      protocolOutput('currencydefinition', printDefinition(world, plan, startBlock), world.nameOf),
      ...definitionThreads(world, plan),
      ...requests.map((request) => transferOutput(world, request)),
      depositOutput(world, currencyId, new Map([[world.chainId, HALF_FEE]])),
      ...funds.change,
    ],
  );
  identity.coin = coinAt(transaction, 0);
  world.currencies.set(currencyId, currency);
  for (const [index, kind] of (['import', 'state', 'export'] as const).entries()) {
    world.setThread(kind, currencyId, coinAt(transaction, 2 + index));
  }
  world.addDeposit(currencyId, coinAt(transaction, 5 + requests.length));
  const senders = [...new Set([currencyId, ...funds.inputs.map(({ address }) => address)])];
  for (const [index, request] of requests.entries()) {
    awaitExport(world, request, { coin: coinAt(transaction, 5 + index), senders });
  }
  currency.exportedHeight = world.height - 1;
  currency.exportHeight = world.height;
  const place = { txid: transaction.txid, height: world.height };
  noteState(world, currency, { ...place, vout: 3 }, flagsIn(currency, 'definition'));
  const entry = openEntry(world, plan, startBlock);
  world.ledger.launches.push(entry);
  return { plan, entry, exports: [], refused: new Set(), definition: { ...place, vout: 4 } };
}

function definitionThreads(world: World, { currency }: LaunchPlan): Draft[] {
  const { currencyId } = currency;
  const before = world.height - 1;
  const nothing: JsonObject = { valuein: {}, tokensout: {}, numoutputs: whole(0), hashtransfers: NO_HASH };
  const imported = {
    version: whole(1),
    flags: whole(IMPORT.DEFINITION | IMPORT.SAME_CHAIN),
    sourcesystemid: world.chainId,
    sourceheight: whole(before),
    importcurrencyid: currencyId,
    ...nothing,
    exporttxid: NO_HASH,
    exporttxout: whole(4),
  };
  const fee = new Map([[world.chainId, HALF_FEE]]);
  const exported = printExport(world, {
    flags: EXPORT.PRELAUNCH | EXPORT.DEFINITION,
    destinationSystemId: world.chainId,
    currencyId,
    fromHeight: 0,
    toHeight: before,
    totals: fee,
    fees: fee,
    count: 0,
    hash: NO_HASH,
    rewardAddress: '',
    firstInput: -1,
  });
  return [
    protocolOutput('crosschainimport', imported, world.nameOf),
    protocolOutput('acceptednotarization', notarizePhase(world, currency, 'definition', before), world.nameOf),
    protocolOutput('crosschainexport', exported, world.nameOf),
  ];
}

function openEntry(world: World, { currency, preallocations }: LaunchPlan, startBlock: number): ExpectedLaunch {
  return {
    currencyId: currency.currencyId,
    definedHeight: world.height,
    startBlock,
    preallocations,
    clearedHeight: null,
    completedHeight: null,
    isConfirmed: null,
    accepted: new Map(),
    refunded: new Map(),
    launchPrice: new Map(),
    carveOut: new Map(),
  };
}

export function advanceLaunch(world: World, launch: Launch): boolean {
  const { startBlock } = launch.entry;
  if (world.height < startBlock) exportContributions(world, launch);
  if (world.height === startBlock + 1) clear(world, launch);
  if (world.height !== startBlock + 2) return false;
  completeLaunch(world, launch);
  return true;
}

function exportContributions(world: World, launch: Launch): void {
  const { currency } = launch.plan;
  const transfers = gather(world, currency.currencyId, currency.exportHeight);
  const state = world.thread('state', currency.currencyId);
  if (transfers.length === 0 || state === undefined) return;
  const flows = takeContributions(launch, transfers);
  const notarization = notarizePhase(world, currency, 'prelaunch', world.height - 2, flows);
  const made = exportHere(world, currency.currencyId, transfers, {
    flags: EXPORT.PRELAUNCH,
    fromHeight: currency.exportedHeight + 1,
    notarization: { spent: state.coin, output: protocolOutput('acceptednotarization', notarization, world.nameOf) },
  });
  currency.exportedHeight = made.sourceHeight;
  currency.exportHeight = world.height;
  world.setThread('state', currency.currencyId, coinAt(made.transaction, 2));
  noteState(
    world,
    currency,
    { txid: made.transaction.txid, vout: 2, height: world.height },
    flagsIn(currency, 'prelaunch'),
  );
  launch.exports.push(made);
}

function clear(world: World, launch: Launch): void {
  const { plan, entry } = launch;
  const { currency } = plan;
  const { currencyId } = currency;
  decide(launch);
  entry.clearedHeight = world.height;
  const toHeight = entry.startBlock - 1;
  const flags = EXPORT.PRELAUNCH | EXPORT.CLEAR;
  const payload = printExport(world, {
    flags,
    destinationSystemId: world.chainId,
    currencyId,
    fromHeight: currency.exportedHeight + 1,
    toHeight,
    totals: new Map(),
    fees: new Map([[world.chainId, HALF_FEE]]),
    count: 0,
    hash: NO_HASH,
    rewardAddress: world.person(),
    firstInput: 1,
  });
  const phase = entry.isConfirmed === true ? 'cleared' : 'refused';
  const notarization = notarizePhase(world, currency, phase, toHeight, launchFlows(world, launch));
  const transaction = world.settle(
    [world.thread('export', currencyId), world.thread('state', currencyId)].flatMap((thread) => thread?.coin ?? []),
    [
      protocolOutput('crosschainexport', payload, world.nameOf),
      finalizeExport(world, 0),
      protocolOutput('acceptednotarization', notarization, world.nameOf),
    ],
  );
  world.setThread('export', currencyId, coinAt(transaction, 0));
  world.setThread('state', currencyId, coinAt(transaction, 2));
  const place = { txid: transaction.txid, height: world.height };
  noteState(world, currency, { ...place, vout: 2 }, flagsIn(currency, phase));
  const amounts = { totalAmounts: new Map(), totalBurned: new Map(), transfers: [] };
  world.ledger.exports.push({ ...place, vout: 0, destinationSystemId: world.chainId, currencyId, flags, ...amounts });
  currency.exportedHeight = toHeight;
  currency.exportHeight = world.height;
  launch.clearing = { ...place, vout: 0, finalization: coinAt(transaction, 1) };
}
