import { decimal, decimals, whole } from '@ledgergraph/chain-generator/amounts';
import type { Coin } from '@ledgergraph/chain-generator/coin';
import {
  type NotarizationMarks,
  printNotarization,
  printState,
  type StateFlows,
} from '@ledgergraph/chain-generator/currency';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { MadeExport } from './exports.ts';
import type { FlowCurrency } from './flow-currency.ts';
import type { ExpectedLaunch } from './flow-ledger.ts';
import type { World } from './world.ts';

/** Satoshis. */
export interface LaunchPlan {
  currency: FlowCurrency;
  options: number;
  blocks: number;
  preallocations: readonly { address: string; amount: bigint }[];
  /** In the order of the reserves, or of a token's accepted currencies. */
  minimum: readonly bigint[];
  maximum: readonly bigint[];
  carveOut: bigint;
  /** By the definition itself, in the same order. */
  contributions: readonly bigint[];
}

export interface Launch {
  plan: LaunchPlan;
  entry: ExpectedLaunch;
  exports: MadeExport[];
  refused: Set<string>;
  /** Its export's output, which the launch import names. */
  definition: { txid: string; vout: number; height: number };
  clearing?: { txid: string; vout: number; height: number; finalization: Coin };
}

/** Half of a definition's cost is the fee of its transaction, half that of the launch. */
export const HALF_FEE = 100n * COIN;

/** By phase (docs/verus/currencies.md#state). */
const PHASES = {
  definition: { marks: { isdefinition: true, prelaunch: true }, flags: 2 },
  prelaunch: { marks: { prelaunch: true }, flags: 2 },
  cleared: { marks: { prelaunch: true, launchcleared: true, launchconfirmed: true }, flags: 26 },
  refused: { marks: { prelaunch: true, launchcleared: true, refunding: true }, flags: 14 },
  launching: { marks: { launchcleared: true, launchconfirmed: true }, flags: 24 },
  refunding: { marks: { launchcleared: true, refunding: true }, flags: 12 },
  paying: { marks: { launchcleared: true, launchconfirmed: true }, flags: 16 },
  returning: { marks: { launchcleared: true, refunding: true }, flags: 4 },
  running: { marks: { launchcleared: true, launchconfirmed: true, launchcomplete: true }, flags: 48 },
  refunded: { marks: { launchcleared: true, refunding: true, launchcomplete: true }, flags: 36 },
} as const satisfies Record<string, { marks: NotarizationMarks; flags: number }>;

export type Phase = keyof typeof PHASES;

export function flagsIn({ isBasket }: FlowCurrency, phase: Phase): number {
  return PHASES[phase].flags + (isBasket ? 1 : 0);
}

/** Follows the last one. @param height that it is about */
export function notarizePhase(
  world: World,
  currency: FlowCurrency,
  phase: Phase,
  height: number,
  flows: StateFlows = {},
): JsonObject {
  const previous = world.thread('state', currency.currencyId);
  return printNotarization({
    currencyId: currency.currencyId,
    marks: PHASES[phase].marks,
    height,
    state: printState(currency, flagsIn(currency, phase), flows),
    previous: previous?.coin,
    previousHeight: previous?.height ?? 0,
  });
}

export function takenCurrencies({ isBasket, reserves, launchPrices }: FlowCurrency): string[] {
  return isBasket ? reserves.map(({ currencyId }) => currencyId) : [...launchPrices.keys()];
}

export function sumPreallocations({ preallocations }: Pick<LaunchPlan, 'preallocations'>): bigint {
  return preallocations.reduce((sum, { amount }) => sum + amount, 0n);
}

export function printDefinition(world: World, plan: LaunchPlan, startBlock: number): JsonObject {
  const { currency, preallocations } = plan;
  const taken = takenCurrencies(currency);
  const list = (amounts: readonly bigint[]) => amounts.map(decimal);
  const launched = {
    currencies: taken,
    ...(currency.isBasket ? { weights: list(currency.reserves.map(({ weight }) => weight)) } : {}),
    conversions: list(taken.map((id) => currency.launchPrices.get(id) ?? 0n)),
    minpreconversion: list(plan.minimum),
    ...(plan.maximum.length === 0 ? {} : { maxpreconversion: list(plan.maximum) }),
    ...(currency.isBasket
      ? { initialsupply: decimal(currency.initialSupply), prelaunchcarveout: decimal(plan.carveOut) }
      : {}),
  };
  return {
    version: whole(1),
    options: whole(plan.options),
    name: currency.name,
    currencyid: currency.currencyId,
    parent: world.chainId,
    systemid: world.chainId,
    notarizationprotocol: whole(1),
    proofprotocol: whole(currency.isCentralized ? 2 : 1),
    launchsystemid: world.chainId,
    startblock: whole(startBlock),
    endblock: whole(0),
    ...(taken.length === 0 ? {} : launched),
    preallocations: preallocations.map(({ address, amount }) => decimals(new Map([[address, amount]]))),
    ...(taken.length === 0
      ? {}
      : { initialcontributions: list(taken.map((_, index) => plan.contributions[index] ?? 0n)) }),
    idregistrationfees: decimal(currency.registrationFee),
    idreferrallevels: whole(3),
    idimportfees: decimal(2_000_000n),
  };
}
