import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { decimal, whole } from './amounts.ts';
import { spotPrice } from './conversions/formulas.ts';

export const NO_HASH = '0'.repeat(64);
const NO_VOUT = 0xffffffff;

/** Amounts are in satoshis. */
export interface Reserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
  /** Reserve for one unit, and of the second hops. */
  last: bigint;
  via: bigint;
}

export interface Currency {
  currencyId: string;
  isBasket: boolean;
  /** A token has none. */
  reserves: Reserve[];
  /** For a token's launch, with the price for one unit. */
  launchPrices: Map<string, bigint>;
  initialSupply: bigint;
  supply: bigint;
}

/** One import; satoshis. */
export interface ReserveFlow {
  reserveIn: bigint;
  primaryIn: bigint;
  reserveOut: bigint;
  fees: bigint;
  conversionFees: bigint;
}

export const NO_FLOW: ReserveFlow = { reserveIn: 0n, primaryIn: 0n, reserveOut: 0n, fees: 0n, conversionFees: 0n };

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

/** A token whose launch takes nothing. */
export function plainToken(currencyId: string, supply = 0n): Currency {
  return { currencyId, isBasket: false, reserves: [], launchPrices: new Map(), initialSupply: 0n, supply };
}

/** docs/verus/currencies.md#state. */
export function printState(currency: Currency, flags: number, flows: StateFlows = {}): JsonObject {
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

function listLevels(currency: Currency): Level[] {
  if (currency.isBasket) return currency.reserves.map((reserve) => ({ ...reserve, price: priceOf(currency, reserve) }));
  return Array.from(currency.launchPrices, ([currencyId, price]) => {
    return { currencyId, weight: 0n, reserves: price, last: price, via: 0n, price };
  });
}

/** 0 of a launch that failed. */
function priceOf({ supply }: Currency, { reserves, weight }: Reserve): bigint {
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
const MARKS = [
  'isdefinition',
  'isblockonenotarization',
  'prelaunch',
  'launchcleared',
  'launchconfirmed',
  'refunding',
  'launchcomplete',
] as const;

export type NotarizationMarks = Partial<Record<(typeof MARKS)[number], boolean>>;

export const RUNNING_MARKS: NotarizationMarks = { launchcleared: true, launchconfirmed: true, launchcomplete: true };

export interface NotarizationDraft {
  currencyId: string;
  marks: NotarizationMarks;
  state: JsonObject;
  /** That it is about. */
  height: number;
  previous: { txid: string; vout: number } | undefined;
  previousHeight: number;
  proofRoots?: JsonObject[];
}

export function printNotarization(draft: NotarizationDraft): JsonObject {
  return {
    version: whole(2),
    ...Object.fromEntries(MARKS.filter((mark) => draft.marks[mark] === true).map((mark) => [mark, true])),
    samechain: true,
    proposer: { undefined: '', type: whole(0) },
    currencyid: draft.currencyId,
    notarizationheight: whole(draft.height),
    currencystate: draft.state,
    prevnotarizationtxid: draft.previous?.txid ?? NO_HASH,
    prevnotarizationout: whole(draft.previous?.vout ?? NO_VOUT),
    prevheight: whole(draft.previousHeight),
    hashprevcrossnotarization: NO_HASH,
    currencystates: [],
    proofroots: draft.proofRoots ?? [],
    nodes: [],
  };
}

export function proofRoot(systemId: string, height: number, stateRoot = NO_HASH, blockHash = NO_HASH): JsonObject {
  return {
    version: whole(1),
    type: whole(1),
    systemid: systemId,
    height: whole(height),
    stateroot: stateRoot,
    blockhash: blockHash,
    power: NO_HASH,
  };
}
