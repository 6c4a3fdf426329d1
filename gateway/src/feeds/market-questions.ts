import { type FeedParameters, FORMS, jsonAnswer, type Question } from './feed.ts';
import { type FeedMarket, findMarket, idsOf, readMarkets } from './markets.ts';
import { readTrades, type Trade, type TradesAsked } from './trades.ts';

// Questions that several feeds have, each in its own form.

const TRADES_DEFAULT = 200;
/** Numbers above this one are milliseconds: as seconds they would lie after the year 5000. */
const SECONDS_MAX = 100_000_000_000;

/** A market with a price. */
export type TradedMarket = FeedMarket & { readonly lastPrice: string };

/** Asks for the markets that have traded. */
export function marketsQuestion(bodyOf: (markets: readonly TradedMarket[]) => unknown): Question {
  return {
    needs: [],
    takes: { basket: FORMS.id, currency: FORMS.id, cursor: FORMS.cursor },
    async answer(view, parameters) {
      const { markets, nextCursor } = await readMarkets(view, {
        basketId: parameters.get('basket'),
        currencyId: parameters.get('currency'),
        cursor: parameters.get('cursor'),
      });
      return jsonAnswer(bodyOf(markets.filter(hasTraded)), nextCursor);
    },
  };
}

function hasTraded(market: FeedMarket): market is TradedMarket {
  return market.lastPrice !== null;
}

/** Asks for the trades of a market. @param symbol name of the parameter that names it */
export function tradesQuestion(symbol: string, bodyOf: (trades: readonly Trade[]) => unknown): Question {
  return {
    needs: [symbol],
    takes: {
      [symbol]: FORMS.symbol,
      type: { pattern: /^(buy|sell)$/, words: 'buy or sell' },
      limit: FORMS.limit,
      start_time: FORMS.time,
      end_time: FORMS.time,
      cursor: FORMS.cursor,
    },
    async answer(view, parameters) {
      const market = await findMarket(view, parameters.get(symbol) ?? '');
      const { trades, nextCursor } = await readTrades(view, idsOf(market), tradesAsked(parameters));
      return jsonAnswer(bodyOf(trades), nextCursor);
    },
  };
}

function tradesAsked(parameters: FeedParameters): TradesAsked {
  return {
    side: parameters.get('type') as TradesAsked['side'],
    limit: Number(parameters.get('limit') ?? TRADES_DEFAULT),
    fromTime: timeOf(parameters.get('start_time')),
    toTime: timeOf(parameters.get('end_time')),
    cursor: parameters.get('cursor') ?? null,
  };
}

function timeOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const number = Number(text);
  return new Date(number > SECONDS_MAX ? number : number * 1000).toISOString();
}
