import type { Feed } from './feed.ts';
import { marketsEndpoint, tradesEndpoint } from './market-endpoints.ts';
import type { Trade } from './trades.ts';

const TRADES_DEFAULT = 200;

/** `liquidity_in_usd` is null if the operator has named no dollar currency. */
const tickers = marketsEndpoint(
  (markets) =>
    markets.map((market) => ({
      ticker_id: market.symbol,
      base_currency: market.base.id,
      target_currency: market.quote.id,
      pool_id: market.basket.id,
      last_price: market.lastPrice,
      base_volume: market.baseVolume24h,
      target_volume: market.quoteVolume24h,
      liquidity_in_usd: market.liquidity,
      high: market.high24h,
      low: market.low24h,
    })),
  true,
);

const historicalTrades = tradesEndpoint({
  symbol: 'ticker_id',
  limit: TRADES_DEFAULT,
  bodyOf(trades) {
    const rows = trades.map((trade) => ({
      trade_id: trade.id,
      price: trade.price,
      base_volume: trade.baseAmount,
      target_volume: trade.quoteAmount,
      trade_timestamp: String(trade.time),
      type: trade.side,
    }));
    const of = (side: Trade['side']) => rows.filter(({ type }) => type === side);
    return { buy: of('buy'), sell: of('sell') };
  },
});

export const coingecko: Feed = { endpoints: { tickers, historical_trades: historicalTrades } };
