import { liquidityOf } from './liquidity.ts';
import { listTradesOfMarket } from './list-trades.ts';
import { changeOf, type MarketObject, pairOf, reserveOf, sideOf, spotPriceOf } from './market-object.ts';
import { currencyRef } from './nodes.ts';

export const Market = {
  basket: ({ view, row }: MarketObject) => currencyRef(view, row.basketId),
  base: (market: MarketObject) => currencyRef(market.view, pairOf(market).baseId),
  quote: (market: MarketObject) => currencyRef(market.view, pairOf(market).quoteId),
  lastPrice: (market: MarketObject) => sideOf(market, market.row.last),
  spotPrice: spotPriceOf,
  // The highest price is the lowest one of the other side.
  high24h: (market: MarketObject) => sideOf(market, market.isTurned ? market.row.low : market.row.high),
  low24h: (market: MarketObject) => sideOf(market, market.isTurned ? market.row.high : market.row.low),
  change24h: changeOf,
  baseVolume24h: ({ row, isTurned }: MarketObject) => (isTurned ? row.quoteVolume : row.baseVolume),
  quoteVolume24h: ({ row, isTurned }: MarketObject) => (isTurned ? row.baseVolume : row.quoteVolume),
  trades24h: ({ row }: MarketObject) => row.trades,
  baseReserve: (market: MarketObject) => reserveOf(market, pairOf(market).baseId),
  quoteReserve: (market: MarketObject) => reserveOf(market, pairOf(market).quoteId),
  lastTradeAt: ({ row }: MarketObject) => row.last?.time ?? null,
  liquidity: liquidityOf,
  trades: listTradesOfMarket,
};
