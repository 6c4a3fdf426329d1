import { NO_HASH } from '@ledgergraph/chain-generator/currency';
import { IMPORT } from '@ledgergraph/chain-generator/exports';
import { importTransfers } from './imports.ts';
import { type LaunchOutcome, launchFlows, payContributions } from './launch-amounts.ts';
import { flagsIn, HALF_FEE, type Launch, notarizePhase, type Phase } from './launch-plan.ts';
import type { World } from './world.ts';

/** The launch import, one import for each export of contributions, and the one that ends the launch; all in one block. */
export function completeLaunch(world: World, launch: Launch): void {
  const { plan, entry, definition, clearing } = launch;
  const { currency } = plan;
  const isConfirmed = entry.isConfirmed === true;
  const allocated = isConfirmed ? plan.preallocations : [];
  importPhase(world, launch, isConfirmed ? 'launching' : 'refunding', {
    exported: definition,
    sourceHeight: entry.definedHeight - 1,
    initial: true,
    valueIn: new Map([[world.chainId, HALF_FEE]]),
    preallocations: allocated.map(({ address, amount }) => ({ address, amount, currencyId: currency.currencyId })),
    outcome: { settled: [], carveOuts: [], fees: HALF_FEE, flows: launchFlows(world, launch) },
  });
  for (const reserve of currency.reserves) reserve.reserves = 0n;
  for (const made of launch.exports) {
    const { transaction, vout, height, sourceHeight, totals: valueIn } = made;
    const outcome = payContributions(launch, made.transfers, world.chainId);
    importPhase(world, launch, isConfirmed ? 'paying' : 'returning', {
      exported: { txid: transaction.txid, vout, height },
      sourceHeight,
      valueIn,
      outcome,
      made,
    });
  }
  if (clearing === undefined) throw new Error(`${currency.name} launches without having been cleared`);
  const stale = Array.from(entry.accepted, ([id, primaryIn]) => {
    return [id, { reserveIn: 0n, primaryIn, reserveOut: 0n, fees: 0n, conversionFees: 0n }] as const;
  });
  importPhase(world, launch, isConfirmed ? 'running' : 'refunded', {
    exported: clearing,
    sourceHeight: entry.startBlock - 1,
    valueIn: new Map(),
    finalization: clearing.finalization,
    outcome: {
      settled: [],
      carveOuts: [],
      fees: 0n,
      flows: isConfirmed && currency.isBasket ? { reserves: new Map(stale) } : {},
    },
  });
  entry.completedHeight = world.height;
  currency.isRunning = isConfirmed;
}

interface PhaseImport {
  exported: { txid: string; vout: number; height: number };
  sourceHeight: number;
  valueIn: ReadonlyMap<string, bigint>;
  outcome: LaunchOutcome;
  initial?: boolean;
  preallocations?: Parameters<typeof importTransfers>[1]['preallocations'];
  made?: Launch['exports'][number];
  finalization?: Parameters<typeof importTransfers>[1]['finalization'];
}

function importPhase(world: World, { plan, entry }: Launch, phase: Phase, draft: PhaseImport): void {
  const { currency } = plan;
  const { outcome, made, preallocations = [], finalization } = draft;
  importTransfers(world, {
    currency,
    flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN | (draft.initial === true ? IMPORT.INITIAL : 0),
    sourceSystemId: world.chainId,
    sourceHeight: draft.sourceHeight,
    valueIn: draft.valueIn,
    hash: made?.hash ?? NO_HASH,
    exported: draft.exported,
    preallocations,
    finalization,
    notarization: notarizePhase(world, currency, phase, entry.startBlock - 1, outcome.flows),
    settled: outcome.settled,
    entries: made?.transfers.map((transfer) => transfer.entry) ?? [],
    fees: outcome.fees,
    carveOuts: outcome.carveOuts,
    rewardAddress: made?.rewardAddress ?? '',
    stateFlags: flagsIn(currency, phase),
  });
}
