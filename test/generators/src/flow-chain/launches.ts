import { addTo, whole } from '@ledgergraph/chain-generator/amounts';
import { NO_HASH } from '@ledgergraph/chain-generator/currency';
import { EXPORT, exportOutput, finalizeExport, IMPORT, importOutput } from '@ledgergraph/chain-generator/exports';
import { identityState } from '@ledgergraph/chain-generator/identity';
import { type Draft, holdDeposit, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { TRANSFER, type TransferRequest, transferOutput } from '@ledgergraph/chain-generator/transfer';
import { completeLaunch } from './complete-launch.ts';
import { exportHere, gather } from './exports.ts';
import type { FlowCurrency } from './flow-currency.ts';
import type { ExpectedLaunch } from './flow-ledger.ts';
import { noteState } from './imports.ts';
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
import { awaitExport } from './transfers.ts';
import type { FlowIdentity, World } from './world.ts';

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
      identityState({ ...identity.payload, flags: whole(1) }),
      protocolOutput('currencydefinition', printDefinition(world, plan, startBlock)),
      ...definitionThreads(world, currency, {
        systemId: world.chainId,
        flags: IMPORT.DEFINITION | IMPORT.SAME_CHAIN,
        vout: 4,
        halfFee: HALF_FEE,
      }),
      ...requests.map((request) => transferOutput(world, request)),
      holdDeposit(world, currencyId, new Map([[world.chainId, HALF_FEE]])),
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

/** @param definition `vout` is that of its export; half of its cost is a fee of the launch */
export function definitionThreads(
  world: World,
  currency: FlowCurrency,
  { systemId, flags, vout, halfFee }: { systemId: string; flags: number; vout: number; halfFee: bigint },
): Draft[] {
  const { currencyId } = currency;
  const before = world.height - 1;
  const nothing = { sourceSystemId: world.chainId, sourceHeight: before, valueIn: new Map(), hash: NO_HASH };
  const fees = new Map([[world.chainId, halfFee]]);
  return [
    importOutput({ ...nothing, exported: { txid: NO_HASH, vout } }, { currencyId, flags, outputs: 0 }),
    protocolOutput('acceptednotarization', notarizePhase(world, currency, 'definition', before)),
    exportOutput(world.chainId, {
      flags: EXPORT.PRELAUNCH | EXPORT.DEFINITION,
      destinationSystemId: systemId,
      currencyId,
      fromHeight: 0,
      toHeight: before,
      totals: fees,
      fees,
      count: 0,
      hash: NO_HASH,
      rewardAddress: '',
      firstInput: -1,
    }),
  ];
}

export function openEntry(
  world: World,
  { currency, preallocations }: Pick<LaunchPlan, 'currency' | 'preallocations'>,
  startBlock: number,
): ExpectedLaunch {
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
  // The last block before the start leaves none behind.
  const isLast = world.height === launch.entry.startBlock - 1;
  const transfers = gather(world, currency.currencyId, isLast ? 0 : currency.exportHeight);
  const state = world.thread('state', currency.currencyId);
  if (transfers.length === 0 || state === undefined) return;
  const flows = takeContributions(launch, transfers);
  const notarization = notarizePhase(world, currency, 'prelaunch', world.height - 2, flows);
  const made = exportHere(world, currency.currencyId, transfers, {
    flags: EXPORT.PRELAUNCH,
    fromHeight: currency.exportedHeight + 1,
    notarization: { spent: state.coin, output: protocolOutput('acceptednotarization', notarization) },
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
  const exported = exportOutput(world.chainId, {
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
    [exported, finalizeExport(world.chainId, 0), protocolOutput('acceptednotarization', notarization)],
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
