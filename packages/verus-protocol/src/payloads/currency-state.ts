import { findAmount, findObject, findObjects, readAmount, readInteger, readText } from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';

/** Amounts are in satoshis. */
export interface ReserveState {
  currencyId: string;
  /** Coins that a basket holds; otherwise the launch price, as the daemon prints it. */
  amount: bigint;
  weight: bigint;
  /** Units of this reserve for one unit of the currency, as the next two. */
  priceInReserve: bigint;
  lastConversionPrice: bigint | null;
  viaConversionPrice: bigint | null;
  reserveIn: bigint | null;
  reserveOut: bigint | null;
  /** Units of the currency that were sold for this reserve. */
  primaryIn: bigint | null;
  fees: bigint | null;
  conversionFees: bigint | null;
  priorWeight: bigint | null;
}

export interface CurrencyState {
  version: number;
  flags: number;
  initialSupply: bigint;
  /** By the change that made this state. */
  emitted: bigint;
  supply: bigint;
  fees: bigint | null;
  conversionFees: bigint | null;
  /** The change gave out so much of the currency itself; negative: it took in more. */
  primaryOut: bigint | null;
  preconvertedOut: bigint | null;
  reserves: ReserveState[];
}

/**
 * CCoinbaseCurrencyState (pbaas/reserves.h), printed as `currencystate` (docs/verus/currencies.md#state). Baskets list
 * `reservecurrencies`, all others `launchcurrencies`.
 * @throws UnexpectedShapeError
 */
export function readCurrencyState(payload: JsonObject): CurrencyState {
  const flows = findObject(payload, 'currencies');
  const member = payload.reservecurrencies === undefined ? 'launchcurrencies' : 'reservecurrencies';
  return {
    version: readInteger(payload, 'version'),
    flags: readInteger(payload, 'flags'),
    initialSupply: readAmount(payload, 'initialsupply'),
    emitted: readAmount(payload, 'emitted'),
    supply: readAmount(payload, 'supply'),
    fees: findAmount(payload, 'primarycurrencyfees'),
    conversionFees: findAmount(payload, 'primarycurrencyconversionfees'),
    primaryOut: findAmount(payload, 'primarycurrencyout'),
    preconvertedOut: findAmount(payload, 'preconvertedout'),
    reserves: findObjects(payload, member).map((reserve) => readReserve(reserve, flows)),
  };
}

function readReserve(reserve: JsonObject, flows: JsonObject): ReserveState {
  const currencyId = readText(reserve, 'currencyid');
  const flow = findObject(flows, currencyId);
  return {
    currencyId,
    amount: readAmount(reserve, 'reserves'),
    weight: readAmount(reserve, 'weight'),
    priceInReserve: readAmount(reserve, 'priceinreserve'),
    lastConversionPrice: findAmount(flow, 'lastconversionprice'),
    viaConversionPrice: findAmount(flow, 'viaconversionprice'),
    reserveIn: findAmount(flow, 'reservein'),
    reserveOut: findAmount(flow, 'reserveout'),
    primaryIn: findAmount(flow, 'primarycurrencyin'),
    fees: findAmount(flow, 'fees'),
    conversionFees: findAmount(flow, 'conversionfees'),
    priorWeight: findAmount(flow, 'priorweights'),
  };
}
