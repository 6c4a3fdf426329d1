/** Prices are units of quote for one unit of base. */
export interface MarketPair {
  basketId: string;
  baseId: string;
  quoteId: string;
}

/** Each pair once: the basket in each of its reserves, then each reserve in those that the basket names before it. */
export function listPairs(basketId: string, reserveIds: readonly string[]): MarketPair[] {
  const inReserves = reserveIds.map((quoteId) => ({ basketId, baseId: basketId, quoteId }));
  const between = reserveIds.flatMap((baseId, index) =>
    reserveIds.slice(0, index).map((quoteId) => ({ basketId, baseId, quoteId })),
  );
  return [...inReserves, ...between];
}

export function pairKey({ basketId, baseId, quoteId }: MarketPair): string {
  return [basketId, ...[baseId, quoteId].sort()].join(' ');
}
