import { COIN } from './curve.ts';

export interface PricedReserve {
  currencyId: string;
  reserves: bigint;
  /** Units of the reserve for one unit of the basket. */
  priceInReserve: bigint;
}

export interface PricedBasket {
  basketId: string;
  reserves: readonly PricedReserve[];
}

/** Units of quote for one unit of base at the margin (`priceinreserve`), rounded down. */
export function spotPrice(basket: PricedBasket, baseId: string, quoteId: string): bigint {
  const base = priceOf(basket, baseId);
  return base === 0n ? 0n : (priceOf(basket, quoteId) * COIN) / base;
}

/** Worth of both reserves in units of the quote, to compare baskets. */
export function depthOf(basket: PricedBasket, baseId: string, quoteId: string): bigint {
  const reserve = findReserve(basket, quoteId) ?? findReserve(basket, baseId);
  if (reserve === undefined) return 0n;
  return reserve.currencyId === quoteId
    ? reserve.reserves
    : (reserve.reserves * spotPrice(basket, baseId, quoteId)) / COIN;
}

/** The first one counts if several are equal. */
function deepestOf(baskets: readonly PricedBasket[], baseId: string, quoteId: string): PricedBasket | null {
  let deepest: { depth: bigint; basket: PricedBasket } | null = null;
  for (const basket of baskets) {
    const depth = depthOf(basket, baseId, quoteId);
    if (deepest === null || depth > deepest.depth) deepest = { depth, basket };
  }
  return deepest?.basket ?? null;
}

export function deepestPrice(baskets: readonly PricedBasket[], baseId: string, quoteId: string): bigint | null {
  const basket = deepestOf(baskets, baseId, quoteId);
  return basket && spotPrice(basket, baseId, quoteId);
}

export interface Worth {
  dividend: bigint;
  divisor: bigint;
}

/** By the price of the deepest basket; null without one. */
export function worthOf(
  amount: bigint,
  baskets: readonly PricedBasket[],
  baseId: string,
  quoteId: string,
): Worth | null {
  const basket = deepestOf(baskets, baseId, quoteId);
  if (basket === null) return null;
  const divisor = priceOf(basket, baseId);
  return divisor === 0n ? { dividend: 0n, divisor: 1n } : { dividend: amount * priceOf(basket, quoteId), divisor };
}

export function addWorths(one: Worth, other: Worth): bigint {
  return (one.dividend * other.divisor + other.dividend * one.divisor) / (one.divisor * other.divisor);
}

function priceOf(basket: PricedBasket, currencyId: string): bigint {
  return currencyId === basket.basketId ? COIN : (findReserve(basket, currencyId)?.priceInReserve ?? 0n);
}

function findReserve({ reserves }: PricedBasket, currencyId: string): PricedReserve | undefined {
  return reserves.find((reserve) => reserve.currencyId === currencyId);
}
