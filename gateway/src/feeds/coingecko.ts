import { type Feed, type FeedParameters, FORMS, jsonAnswer, type Question } from './feed.ts';
import { findMarket, idsOf, readMarkets } from './markets.ts';
import { readTrades, type Trade, type TradesAsked } from './trades.ts';

const TRADES_DEFAULT = 200;

/** All markets that have traded. There is no dollar on the chain, so `liquidity_in_usd` is null. */
const tickers: Question = {
  needs: [],
  takes: { basket: FORMS.id, currency: FORMS.id, cursor: FORMS.cursor },
  async answer(view, parameters) {
    const { markets, nextCursor } = await readMarkets(view, marketsAsked(parameters));
    const rows = markets.flatMap((market) => {
      const { lastPrice, high24h, low24h } = market;
      if (lastPrice === null) return [];
      return {
        ticker_id: market.symbol,
        base_currency: market.base.id,
        target_currency: market.quote.id,
        pool_id: market.basket.id,
        last_price: lastPrice,
        base_volume: market.baseVolume24h,
        target_volume: market.quoteVolume24h,
        liquidity_in_usd: null,
        high: high24h,
        low: low24h,
      };
    });
    return jsonAnswer(rows, nextCursor);
  },
};

const historicalTrades: Question = {
  needs: ['ticker_id'],
  takes: {
    ticker_id: FORMS.symbol,
    type: { pattern: /^(buy|sell)$/, words: 'buy or sell' },
    limit: FORMS.limit,
    start_time: FORMS.time,
    end_time: FORMS.time,
    cursor: FORMS.cursor,
  },
  async answer(view, parameters) {
    const market = await findMarket(view, parameters.get('ticker_id') ?? '');
    const { trades, nextCursor } = await readTrades(
      view,
      idsOf(market),
      tradesAsked(parameters, 'start_time', 'end_time'),
    );
    const rows = trades.map((trade) => ({
      trade_id: trade.id,
      price: trade.price,
      base_volume: trade.baseAmount,
      target_volume: trade.quoteAmount,
      trade_timestamp: String(trade.time),
      type: trade.side,
    }));
    const of = (side: Trade['side']) => rows.filter(({ type }) => type === side);
    return jsonAnswer({ buy: of('buy'), sell: of('sell') }, nextCursor);
  },
};

/** CoinGecko's form for decentralised exchanges. */
export const coingecko: Feed = { questions: { tickers, historical_trades: historicalTrades } };

export function marketsAsked(parameters: FeedParameters) {
  return {
    basketId: parameters.get('basket'),
    currencyId: parameters.get('currency'),
    cursor: parameters.get('cursor'),
  };
}

export function tradesAsked(parameters: FeedParameters, from: string, to: string): TradesAsked {
  return {
    side: parameters.get('type') as TradesAsked['side'],
    limit: Number(parameters.get('limit') ?? TRADES_DEFAULT),
    fromTime: timeOf(parameters.get(from)),
    toTime: timeOf(parameters.get(to)),
    cursor: parameters.get('cursor') ?? null,
  };
}

/** Numbers above this one are milliseconds: as seconds they would lie after the year 5000. */
const SECONDS_MAX = 100_000_000_000;

function timeOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const number = Number(text);
  return new Date(number > SECONDS_MAX ? number : number * 1000).toISOString();
}
