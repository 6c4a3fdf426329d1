/** A market: two currencies that one basket converts. Prices are units of quote for one unit of base. */
export interface MarketPair {
  basketId: string;
  baseId: string;
  quoteId: string;
}

/**
 * Markets of a basket, each pair once: the basket in each of its reserves, then each reserve in those that the basket names before it, of
 * which the native currency usually is the first.
 */
export function listPairs(basketId: string, reserveIds: readonly string[]): MarketPair[] {
  const inReserves = reserveIds.map((quoteId) => ({ basketId, baseId: basketId, quoteId }));
  const between = reserveIds.flatMap((baseId, index) =>
    reserveIds.slice(0, index).map((quoteId) => ({ basketId, baseId, quoteId })),
  );
  return [...inReserves, ...between];
}

/** Names a market, whichever of its currencies comes first. */
export function pairKey({ basketId, baseId, quoteId }: MarketPair): string {
  return [basketId, ...[baseId, quoteId].sort()].join(' ');
}
