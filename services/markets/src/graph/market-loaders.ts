import { createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader, type PageRequest } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import type { MarketPair } from '#/candles/market-pairs.ts';
import {
  findBasketsOfPairs,
  findListedPairs,
  findMarketsOfPairs,
  listMarkets,
  type MarketRow,
  type MarketsPage,
} from '#/db/find-markets.ts';
import type { CurrencyPair, MarketsKey, PairKey } from '#/db/market-statement.ts';
import type { PricedBasket } from '#/quote/spot.ts';

/** The pages of an answer are one statement, and its prices another. */
export interface MarketLoaders {
  marketPages: KeyedLoader<PageRequest<MarketsKey, MarketsPage>, (MarketRow & { keyIndex: number })[]>;
  pairMarket: KeyedLoader<PairKey, MarketRow | null>;
  listedPair: KeyedLoader<PairKey, Pick<MarketPair, 'baseId' | 'quoteId'> | null>;
  pairBaskets: KeyedLoader<CurrencyPair, PricedBasket[]>;
}

export function createMarketLoaders(reads: Reads): MarketLoaders {
  return {
    marketPages: createPageLoader<MarketsKey, MarketsPage, MarketRow & { keyIndex: number }>(reads, listMarkets),
    pairMarket: createReadLoader(reads, findMarketsOfPairs),
    listedPair: createReadLoader(reads, findListedPairs),
    pairBaskets: createReadLoader(reads, findBasketsOfPairs),
  };
}
