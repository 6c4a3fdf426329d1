import { COIN } from './curve.ts';

/** A reserve, as far as prices at the margin depend on it; satoshis. */
export interface PricedReserve {
  currencyId: string;
  reserves: bigint;
  /** Units of the reserve for one unit of the basket. */
  priceInReserve: bigint;
}

/** A basket, as far as prices at the margin depend on it. */
export interface PricedBasket {
  basketId: string;
  reserves: readonly PricedReserve[];
}

/**
 * Units of quote for one unit of base at the margin: of the state's `priceinreserve`, rounded down to a satoshi.
 * @param baseId, quoteId the basket or its reserves
 */
export function spotPrice(basket: PricedBasket, baseId: string, quoteId: string): bigint {
  const base = priceOf(basket, baseId);
  return base === 0n ? 0n : (priceOf(basket, quoteId) * COIN) / base;
}

/** Worth of the reserves behind a pair, in units of the quote: a measure of how deep baskets are that hold the same two currencies. */
export function depthOf(basket: PricedBasket, baseId: string, quoteId: string): bigint {
  const reserve = findReserve(basket, quoteId) ?? findReserve(basket, baseId);
  if (reserve === undefined) return 0n;
  return reserve.currencyId === quoteId
    ? reserve.reserves
    : (reserve.reserves * spotPrice(basket, baseId, quoteId)) / COIN;
}

/** Price of the deepest of several baskets that hold both currencies; null: there is no basket. Of equal ones the first counts. */
export function deepestPrice(baskets: readonly PricedBasket[], baseId: string, quoteId: string): bigint | null {
  let deepest: { depth: bigint; price: bigint } | null = null;
  for (const basket of baskets) {
    const depth = depthOf(basket, baseId, quoteId);
    if (deepest === null || depth > deepest.depth) deepest = { depth, price: spotPrice(basket, baseId, quoteId) };
  }
  return deepest?.price ?? null;
}

function priceOf(basket: PricedBasket, currencyId: string): bigint {
  return currencyId === basket.basketId ? COIN : (findReserve(basket, currencyId)?.priceInReserve ?? 0n);
}

function findReserve({ reserves }: PricedBasket, currencyId: string): PricedReserve | undefined {
  return reserves.find((reserve) => reserve.currencyId === currencyId);
}
