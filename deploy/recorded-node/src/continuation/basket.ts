import { decimal } from '@ledgergraph/chain-generator/amounts';
import type { BasketReserve, ReservePrice } from '@ledgergraph/chain-generator/basket-prices';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Coin, object, objects, readAmount } from './coin.ts';
import type { Ledger } from './ledger.ts';

const ONE = 100_000_000n;
/** Fractional, launch complete (docs/verus/currencies.md#state). */
const RUNNING = 0x21;

/** Amounts in satoshis. */
export interface Basket {
  currencyId: string;
  coin: Coin;
  notarization: JsonObject;
  state: JsonObject;
  supply: bigint;
  reserves: bigint;
  deposits: Coin[];
}

/** Only baskets whose outputs hold the native reserve to the satoshi. */
export function listBaskets(ledger: Ledger, chainId: string): Basket[] {
  const deposits = ledger.list('deposit');
  return ledger.list('state').flatMap((coin) => {
    const notarization = object(coin.script.acceptednotarization);
    const state = object(notarization.currencystate);
    const native = objects(state.reservecurrencies).find(({ currencyid }) => currencyid === chainId);
    const flags = Number(String(state.flags));
    if (native === undefined || (flags & RUNNING) !== RUNNING || !objects(state.reservecurrencies).every(hasPrice))
      return [];
    const currencyId = String(notarization.currencyid);
    const own = deposits.filter((deposit) => holdsNativeFor(deposit, currencyId));
    const reserves = readAmount(native.reserves);
    if (own.reduce((sum, { satoshis }) => sum + satoshis, 0n) !== reserves) return [];
    const supply = readAmount(state.supply);
    return [{ currencyId, coin, notarization, state, reserves, deposits: own, supply }];
  });
}

/** A reserve of which a unit costs less than a satoshi cannot be converted. */
function hasPrice({ priceinreserve }: JsonObject): boolean {
  return readAmount(priceinreserve) > 0n;
}

function holdsNativeFor({ script, satoshis }: Coin, currencyId: string): boolean {
  return satoshis > 0n && object(script.reservedeposit).controllingcurrencyid === currencyId;
}

/** In satoshis. */
export interface Flows {
  reserveIn: bigint;
  reserveOut: bigint;
  /** Units converted into native coin, and growth of the supply. */
  unitsIn: bigint;
  unitsOut: bigint;
  fees: bigint;
  conversionFees: bigint;
  unitFees: bigint;
  prices: ReadonlyMap<string, ReservePrice>;
}

export function listReserves({ state }: Basket): BasketReserve[] {
  return objects(state.reservecurrencies).map(({ currencyid, weight, reserves }) => ({
    currencyId: String(currencyid),
    weight: readAmount(weight),
    reserves: readAmount(reserves),
  }));
}

export function nextState(basket: Basket, chainId: string, flows: Flows): JsonObject {
  const supply = basket.supply + flows.unitsOut;
  const reserves = objects(basket.state.reservecurrencies).map((reserve) => {
    const held =
      reserve.currencyid === chainId
        ? basket.reserves + flows.reserveIn - flows.reserveOut
        : readAmount(reserve.reserves);
    const price = (held * ONE * ONE) / (supply * readAmount(reserve.weight));
    return { ...reserve, reserves: decimal(held), priceinreserve: decimal(price) };
  });
  const before = new Map(
    objects(basket.state.reservecurrencies).map((reserve) => [String(reserve.currencyid), reserve]),
  );
  const currencies = Array.from(before, ([id, reserve]) => [
    id,
    describeFlows(reserve, flows.prices.get(id), id === chainId ? flows : undefined),
  ]);
  return {
    ...basket.state,
    reservecurrencies: reserves,
    emitted: decimal(0n),
    supply: decimal(supply),
    currencies: Object.fromEntries(currencies),
    primarycurrencyfees: decimal(flows.unitFees),
    primarycurrencyconversionfees: decimal(flows.unitFees),
    primarycurrencyout: decimal(flows.unitsOut),
    preconvertedout: decimal(0n),
  };
}

function describeFlows(reserve: JsonObject, price: ReservePrice | undefined, flows: Flows | undefined): JsonObject {
  return {
    reservein: decimal(flows?.reserveIn ?? 0n),
    primarycurrencyin: decimal(flows?.unitsIn ?? 0n),
    reserveout: decimal(flows?.reserveOut ?? 0n),
    lastconversionprice: decimal(price?.last ?? 0n),
    viaconversionprice: decimal(price?.via ?? 0n),
    fees: decimal(flows?.fees ?? 0n),
    conversionfees: decimal(flows?.conversionFees ?? 0n),
    priorweights: decimal(readAmount(reserve.weight)),
  };
}
