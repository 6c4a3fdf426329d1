import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { cellOf, connectionPage, objectOf, type Values } from '#/export/export-list.ts';
import type { FeedView } from '#/feeds/feed.ts';
import type { MarketIds } from '#/feeds/markets.ts';
import type { Candle, CandleSource, Interval } from './last-candles.ts';

/** Pages after which no more of a chart is looked for. */
const PAGES_MAX = 40;

const CANDLES = `query FeedCandles(
  $chainId: String, $basketId: String!, $baseId: String!, $quoteId: String!, $interval: CandleInterval!
  $from: DateTime, $to: DateTime, $limit: Int, $cursor: String
) {
  candles(
    chainId: $chainId, basketId: $basketId, baseId: $baseId, quoteId: $quoteId, interval: $interval
    from: $from, to: $to, limit: $limit, cursor: $cursor
  ) {
    candles { start open high low close baseVolume }
    nextCursor
  }
}`;

/** Candles of a market of the graph, for one request. */
export class CandlePages implements CandleSource {
  readonly #view: FeedView;
  readonly #market: MarketIds;
  #pages = 0;

  constructor(view: FeedView, market: MarketIds) {
    this.#view = view;
    this.#market = market;
  }

  isSpent(): boolean {
    return this.#pages >= PAGES_MAX;
  }

  async read(interval: Interval, from: number, before: number): Promise<Candle[]> {
    const candles: Candle[] = [];
    const span = { from: timeText(from), to: timeText(before - 1) };
    let cursor: string | null = null;
    do {
      const variables = { ...this.#market, interval, ...span, limit: PAGE_MAX, cursor };
      const page = connectionPage(objectOf(await this.#view.ask(CANDLES, variables), 'candles'), 'candles');
      candles.push(...page.items.map(candleOf));
      this.#pages += 1;
      cursor = page.nextCursor;
    } while (cursor !== null);
    return candles;
  }
}

function candleOf(values: Values): Candle {
  const text = (name: string): string => String(cellOf(values, name));
  return {
    start: Date.parse(text('start')) / 1000,
    open: text('open'),
    high: text('high'),
    low: text('low'),
    close: text('close'),
    baseVolume: text('baseVolume'),
  };
}

function timeText(seconds: number): string {
  return new Date(Math.max(seconds, 0) * 1000).toISOString();
}
