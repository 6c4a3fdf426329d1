import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { COIN, spotPrice } from './formulas.ts';

/** Amounts are in satoshis. */
export interface Reserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
  /** Reserve for one unit, and of the second hops. */
  last: bigint;
  via: bigint;
}

export interface FlowCurrency {
  currencyId: string;
  name: string;
  isBasket: boolean;
  isCentralized: boolean;
  /** A token has none. */
  reserves: Reserve[];
  /** For a token's launch, with the price for one unit. */
  launchPrices: Map<string, bigint>;
  initialSupply: bigint;
  supply: bigint;
  /** For a name below it, in itself. */
  registrationFee: bigint;
  isRunning: boolean;
  exportedHeight: number;
  exportHeight: number;
}

/** One import; satoshis. */
export interface ReserveFlow {
  reserveIn: bigint;
  primaryIn: bigint;
  reserveOut: bigint;
  fees: bigint;
  conversionFees: bigint;
}

/** 0 by default. */
export interface StateFlows {
  reserves?: ReadonlyMap<string, ReserveFlow>;
  priorWeights?: ReadonlyMap<string, bigint>;
  emitted?: bigint;
  primaryFees?: bigint;
  primaryConversionFees?: bigint;
  primaryOut?: bigint;
  preconverted?: bigint;
}

const NO_FLOW: ReserveFlow = { reserveIn: 0n, primaryIn: 0n, reserveOut: 0n, fees: 0n, conversionFees: 0n };

/** docs/verus/currencies.md#state. */
export function printState(currency: FlowCurrency, flags: number, flows: StateFlows = {}): JsonObject {
  const levels = listLevels(currency);
  const currencies = Object.fromEntries(levels.map((level) => [level.currencyId, printFlow(level, flows)]));
  return {
    flags: whole(flags),
    version: whole(1),
    currencyid: currency.currencyId,
    [currency.isBasket ? 'reservecurrencies' : 'launchcurrencies']: levels.map((level) => ({
      currencyid: level.currencyId,
      weight: decimal(level.weight),
      reserves: decimal(level.reserves),
      priceinreserve: decimal(level.price),
    })),
    initialsupply: decimal(currency.initialSupply),
    emitted: decimal(flows.emitted ?? 0n),
    supply: decimal(currency.supply),
    ...(levels.length === 0 ? {} : { currencies }),
    primarycurrencyfees: decimal(flows.primaryFees ?? 0n),
    primarycurrencyconversionfees: decimal(flows.primaryConversionFees ?? 0n),
    primarycurrencyout: decimal(flows.primaryOut ?? 0n),
    preconvertedout: decimal(flows.preconverted ?? 0n),
  };
}

interface Level extends Reserve {
  price: bigint;
}

function listLevels(currency: FlowCurrency): Level[] {
  if (currency.isBasket) return currency.reserves.map((reserve) => ({ ...reserve, price: priceOf(currency, reserve) }));
  return Array.from(currency.launchPrices, ([currencyId, price]) => {
    return { currencyId, weight: 0n, reserves: price, last: price, via: 0n, price };
  });
}

/** 0 of a launch that failed. */
export function priceOf({ supply }: FlowCurrency, { reserves, weight }: Reserve): bigint {
  return supply === 0n ? 0n : spotPrice(reserves, supply, weight);
}

function printFlow({ currencyId, weight, last, via }: Level, flows: StateFlows): JsonObject {
  const flow = flows.reserves?.get(currencyId) ?? NO_FLOW;
  return {
    reservein: decimal(flow.reserveIn),
    primarycurrencyin: decimal(flow.primaryIn),
    reserveout: decimal(flow.reserveOut),
    lastconversionprice: decimal(last),
    viaconversionprice: decimal(via),
    fees: decimal(flow.fees),
    conversionfees: decimal(flow.conversionFees),
    priorweights: decimal(flows.priorWeights?.get(currencyId) ?? weight),
  };
}

/** As printed, in order; each only where it is true. */
export interface NotarizationMarks {
  isdefinition?: boolean;
  isblockonenotarization?: boolean;
  prelaunch?: boolean;
  launchcleared?: boolean;
  refunding?: boolean;
  launchconfirmed?: boolean;
  launchcomplete?: boolean;
}

export const RUNNING_MARKS: NotarizationMarks = { launchcleared: true, launchconfirmed: true, launchcomplete: true };

export interface NotarizationDraft {
  currencyId: string;
  marks: NotarizationMarks;
  state: JsonObject;
  height: number;
  previous: { txid: string; vout: number } | undefined;
  previousHeight: number;
  proofRoots?: JsonObject[];
}

const NO_TXID = '0'.repeat(64);
const NO_VOUT = 4_294_967_295;

export function printNotarization(draft: NotarizationDraft): JsonObject {
  const { isdefinition, isblockonenotarization, prelaunch, launchcleared, refunding, launchconfirmed, launchcomplete } =
    draft.marks;
  const marks = {
    isdefinition,
    isblockonenotarization,
    prelaunch,
    launchcleared,
    launchconfirmed,
    refunding,
    launchcomplete,
  };
  const isTrue = Object.entries(marks).filter(([, mark]) => mark === true);
  return {
    version: whole(2),
    ...Object.fromEntries(isTrue),
    samechain: true,
    proposer: { undefined: '', type: whole(0) },
    currencyid: draft.currencyId,
    notarizationheight: whole(draft.height),
    currencystate: draft.state,
    prevnotarizationtxid: draft.previous?.txid ?? NO_TXID,
    prevnotarizationout: whole(draft.previous?.vout ?? NO_VOUT),
    prevheight: whole(draft.previousHeight),
    hashprevcrossnotarization: NO_TXID,
    currencystates: [],
    proofroots: draft.proofRoots ?? [],
    nodes: [],
  };
}

/** In hundred-millionths. */
export function share(amount: bigint, ratio: bigint): bigint {
  return (amount * ratio) / COIN;
}
