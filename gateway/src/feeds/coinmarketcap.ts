import { marketsAsked, tradesAsked } from './coingecko.ts';
import { type Feed, type FeedParameters, type FeedView, FORMS, jsonAnswer, type Question } from './feed.ts';
import { type FeedMarket, findMarket, idsOf, readMarkets } from './markets.ts';
import { writeName } from './symbol.ts';
import { readTrades } from './trades.ts';

const MARKETS = { basket: FORMS.id, currency: FORMS.id, cursor: FORMS.cursor };

function question(bodyOf: (markets: readonly (FeedMarket & { lastPrice: string })[]) => unknown): Question {
  return {
    needs: [],
    takes: MARKETS,
    async answer(view: FeedView, parameters: FeedParameters) {
      const { markets, nextCursor } = await readMarkets(view, marketsAsked(parameters));
      return jsonAnswer(bodyOf(markets.filter(hasTraded)), nextCursor);
    },
  };
}

function hasTraded(market: FeedMarket): market is FeedMarket & { lastPrice: string } {
  return market.lastPrice !== null;
}

/** A basket has no orders, so there is no lowest ask and no highest bid. */
const summary = question((markets) =>
  markets.map((market) => ({
    trading_pairs: market.symbol,
    base_currency: writeName(market.base.name),
    quote_currency: writeName(market.quote.name),
    last_price: market.lastPrice,
    lowest_ask: null,
    highest_bid: null,
    base_volume: market.baseVolume24h,
    quote_volume: market.quoteVolume24h,
    price_change_percent_24h: market.change24h,
    highest_price_24h: market.high24h,
    lowest_price_24h: market.low24h,
  })),
);

const assets = question((markets) => {
  const currencies = markets.flatMap(({ base, quote }) => [base, quote]);
  return Object.fromEntries(
    currencies.map(({ id, name }) => [writeName(name), { name: writeName(name), contract_address: id }]),
  );
});

const ticker = question((markets) =>
  Object.fromEntries(
    markets.map((market) => [
      market.symbol,
      {
        base_id: market.base.id,
        base_name: writeName(market.base.name),
        base_symbol: writeName(market.base.name),
        quote_id: market.quote.id,
        quote_name: writeName(market.quote.name),
        quote_symbol: writeName(market.quote.name),
        last_price: market.lastPrice,
        base_volume: market.baseVolume24h,
        quote_volume: market.quoteVolume24h,
        isFrozen: '0',
      },
    ]),
  ),
);

const trades: Question = {
  needs: ['market_pair'],
  takes: {
    market_pair: FORMS.symbol,
    type: { pattern: /^(buy|sell)$/, words: 'buy or sell' },
    limit: FORMS.limit,
    start_time: FORMS.time,
    end_time: FORMS.time,
    cursor: FORMS.cursor,
  },
  async answer(view, parameters) {
    const market = await findMarket(view, parameters.get('market_pair') ?? '');
    const read = await readTrades(view, idsOf(market), tradesAsked(parameters, 'start_time', 'end_time'));
    const rows = read.trades.map((trade) => ({
      trade_id: trade.id,
      price: trade.price,
      base_volume: trade.baseAmount,
      quote_volume: trade.quoteAmount,
      timestamp: trade.time,
      type: trade.side,
    }));
    return jsonAnswer(rows, read.nextCursor);
  },
};

/** CoinMarketCap's form; names stand in ASCII, since it takes no emojis. */
export const coinmarketcap: Feed = { questions: { summary, assets, ticker, trades } };
