import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { decimal } from '#/json-amounts.ts';
import { type Coin, object, objects, readAmount } from './coin.ts';
import type { Ledger } from './ledger.ts';

const ONE = 100_000_000n;
/** Flags of a state: fractional, launch confirmed (docs/verus/currencies.md#state). */
const FRACTIONAL = 1;
const LAUNCHED = 0x10;
/** A conversion leaves a quarter of a thousandth to those who hold the currency and to the fee pool, half each. */
const CONVERSION_FEE_DIVISOR = 4_000n;

/** A basket that converts the chain's own currency, as it stands; amounts in satoshis. */
export interface Basket {
  currencyId: string;
  /** Output that carries its state, and the state. */
  coin: Coin;
  notarization: JsonObject;
  state: JsonObject;
  supply: bigint;
  /** Native coin that it holds. */
  reserves: bigint;
  /** Native coin for one unit of it. */
  price: bigint;
  /** Its native coin, in outputs. */
  deposits: Coin[];
}

/** The amounts that a conversion moves, in satoshis. */
export interface Converted {
  /** Amount that the requester gets. */
  result: bigint;
  /** Fee of the conversion, in the currency that is given. */
  fee: bigint;
}

/** The baskets whose native reserve lies in outputs of its own, to the satoshi. */
export function listBaskets(ledger: Ledger, chainId: string): Basket[] {
  const deposits = ledger.list('deposit');
  return ledger.list('state').flatMap((coin) => {
    const notarization = object(coin.script.acceptednotarization);
    const state = object(notarization.currencystate);
    const native = objects(state.reservecurrencies).find(({ currencyid }) => currencyid === chainId);
    const flags = Number(String(state.flags));
    if (native === undefined || (flags & FRACTIONAL) === 0 || (flags & LAUNCHED) === 0) return [];
    const currencyId = String(notarization.currencyid);
    const own = deposits.filter((deposit) => holdsNativeFor(deposit, currencyId));
    const reserves = readAmount(native.reserves);
    if (own.reduce((sum, { satoshis }) => sum + satoshis, 0n) !== reserves) return [];
    const price = readAmount(native.priceinreserve);
    return [
      {
        ...{ currencyId, coin, notarization, state, reserves, price, deposits: own },
        supply: readAmount(state.supply),
      },
    ];
  });
}

function holdsNativeFor({ script, satoshis }: Coin, currencyId: string): boolean {
  return satoshis > 0n && object(script.reservedeposit).controllingcurrencyid === currencyId;
}

/** Native coin becomes units of the basket. */
export function buy({ price }: Basket, amount: bigint): Converted {
  const fee = amount / CONVERSION_FEE_DIVISOR;
  return { fee, result: ((amount - fee) * ONE) / price };
}

/** Units of the basket become native coin. */
export function sell({ price }: Basket, amount: bigint): Converted {
  const fee = amount / CONVERSION_FEE_DIVISOR;
  return { fee, result: ((amount - fee) * price) / ONE };
}

/** Flows of one import, in satoshis. */
export interface Flows {
  /** Native coin that the reserves gain, and that they lose. */
  reserveIn: bigint;
  reserveOut: bigint;
  /** Units that are made, and that cease to be. */
  minted: bigint;
  burned: bigint;
  /** Fees in native coin, those of the conversions among them, and those in units. */
  fees: bigint;
  conversionFees: bigint;
  unitFees: bigint;
}

/** The state after an import: levels, flows, and the prices that follow from the levels. */
export function nextState(basket: Basket, chainId: string, flows: Flows): JsonObject {
  const supply = basket.supply + flows.minted - flows.burned;
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
    describeFlows(reserve, id === chainId ? flows : undefined),
  ]);
  return {
    ...basket.state,
    reservecurrencies: reserves,
    emitted: decimal(0n),
    supply: decimal(supply),
    currencies: Object.fromEntries(currencies),
    primarycurrencyfees: decimal(flows.unitFees),
    primarycurrencyconversionfees: decimal(flows.unitFees),
    primarycurrencyout: decimal(flows.minted),
    preconvertedout: decimal(0n),
  };
}

function describeFlows(reserve: JsonObject, flows: Flows | undefined): JsonObject {
  const price = decimal(readAmount(reserve.priceinreserve));
  return {
    reservein: decimal(flows?.reserveIn ?? 0n),
    primarycurrencyin: decimal(flows?.burned ?? 0n),
    reserveout: decimal(flows?.reserveOut ?? 0n),
    lastconversionprice: price,
    viaconversionprice: price,
    fees: decimal(flows?.fees ?? 0n),
    conversionfees: decimal(flows?.conversionFees ?? 0n),
    priorweights: decimal(readAmount(reserve.weight)),
  };
}
