import { type FeedEndpoint, type FeedParameters, FORMS, jsonAnswer, ROWS_MAX } from './feed.ts';
import { type FeedMarket, findIds, readMarkets } from './markets.ts';
import { readTrades, type Trade, type TradesAsked } from './trades.ts';

/** Above this, numbers are milliseconds: as seconds they would lie after the year 5000. */
const SECONDS_MAX = 100_000_000_000;

export type TradedMarket = FeedMarket & { readonly lastPrice: string };

export function marketsEndpoint(
  bodyOf: (markets: readonly TradedMarket[]) => unknown,
  isInDollars = false,
): FeedEndpoint {
  return {
    needs: [],
    takes: { basket: FORMS.id, currency: FORMS.id, cursor: FORMS.cursor },
    async answer(graph, parameters) {
      const { markets, nextCursor } = await readMarkets(graph, {
        basketId: parameters.get('basket'),
        currencyId: parameters.get('currency'),
        cursor: parameters.get('cursor'),
        isInDollars,
      });
      return jsonAnswer(bodyOf(markets.filter(hasTraded)), nextCursor);
    },
  };
}

function hasTraded(market: FeedMarket): market is TradedMarket {
  return market.lastPrice !== null;
}

export interface TradesForm {
  readonly symbol: string;
  readonly isInPath?: boolean;
  readonly limit?: number;
  /** Without a time in the request, the last 24 hours. */
  readonly isLastDay?: boolean;
  bodyOf(trades: readonly Trade[]): unknown;
}

export function tradesEndpoint(form: TradesForm): FeedEndpoint {
  const { symbol } = form;
  return {
    needs: [symbol],
    ...(form.isInPath === true && { inPath: symbol }),
    takes: {
      [symbol]: FORMS.symbol,
      type: { pattern: /^(buy|sell)$/, words: 'buy or sell' },
      limit: { pattern: /^\d{1,3}$|^1000$/, words: 'from 1 to 1000, or 0 for all that an answer has' },
      start_time: FORMS.time,
      end_time: FORMS.time,
      cursor: FORMS.cursor,
    },
    async answer(graph, parameters) {
      const market = await findIds(graph, parameters.get(symbol) ?? '');
      const { trades, nextCursor } = await readTrades(graph, market, tradesAsked(form, parameters));
      return jsonAnswer(form.bodyOf(trades), nextCursor);
    },
  };
}

function tradesAsked({ limit, isLastDay = false }: TradesForm, parameters: FeedParameters): TradesAsked {
  return {
    side: parameters.get('type') as TradesAsked['side'],
    limit: Number(parameters.get('limit') ?? limit ?? 0) || ROWS_MAX,
    isLastDay: isLastDay && !parameters.has('start_time') && !parameters.has('end_time'),
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
