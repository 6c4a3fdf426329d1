import { type FeedAnswer, type FeedEndpoint, FORMS, type GraphAtBlock, jsonAnswer, ROWS_MAX } from '#/feeds/feed.ts';
import { findIds, type MarketIds } from '#/feeds/markets.ts';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, connectionPage, objectOf } from '#/gateway/values.ts';
import { withoutExchange } from './exchange.ts';

const CANDLES = `query FeedCandles(
  $chainId: String, $basketId: String!, $baseId: String!, $quoteId: String!, $interval: CandleInterval!
  $fromTime: DateTime, $toTime: DateTime, $limit: Int
) {
  candles(
    chainId: $chainId, basket: $basketId, base: $baseId, quote: $quoteId, interval: $interval
    fromTime: $fromTime, toTime: $toTime, order: DESC, limit: $limit
  ) {
    candles { start open high low close baseVolume }
  }
}`;

export const RESOLUTIONS: Readonly<Record<string, string>> = {
  '1': 'MINUTE',
  '5': 'FIVE_MINUTES',
  '15': 'QUARTER',
  '60': 'HOUR',
  '240': 'FOUR_HOURS',
  '1D': 'DAY',
  D: 'DAY',
  '1W': 'WEEK',
  W: 'WEEK',
};

/** Charts ask for times before 1970, too. */
const TIME = { pattern: /^-?\d{1,11}$/, words: 'a unix time in seconds' };

/** With `countback`, `from` is ignored. Without a bar, `nextTime` leads to the last one before. */
export const history: FeedEndpoint = {
  needs: ['symbol', 'resolution', 'to'],
  takes: {
    symbol: FORMS.symbol,
    resolution: {
      pattern: new RegExp(`^(${Object.keys(RESOLUTIONS).join('|')})$`),
      words: `one of ${Object.keys(RESOLUTIONS).join(', ')}`,
    },
    from: TIME,
    to: TIME,
    countback: { pattern: /^\d{1,9}$/, words: 'a number of bars' },
  },
  async answer(graph, parameters) {
    const market = await findIds(graph, withoutExchange(parameters.get('symbol') ?? ''));
    const interval = RESOLUTIONS[parameters.get('resolution') ?? ''] ?? '';
    const countback = Number(parameters.get('countback') ?? 0);
    const from = countback > 0 ? 0 : Math.max(Number(parameters.get('from') ?? 0), 0);
    const before = Math.max(Number(parameters.get('to')), 0);
    const limit = Math.min(countback > 0 ? countback : ROWS_MAX, ROWS_MAX);
    const candles = await lastCandles(graph, market, { interval, from, before, limit });
    if (candles.length > 0) return bars(candles);
    const end = Math.min(from, before);
    const [last] = await lastCandles(graph, market, { interval, from: 0, before: end, limit: 1 });
    return jsonAnswer(last === undefined ? { s: 'no_data' } : { s: 'no_data', nextTime: startOf(last) });
  },
};

interface Span {
  readonly interval: string;
  /** Unix seconds, included. */
  readonly from: number;
  /** Unix seconds, as `from`; not included. */
  readonly before: number;
  readonly limit: number;
}

async function lastCandles(
  graph: GraphAtBlock,
  market: MarketIds,
  { from, before, ...asked }: Span,
): Promise<Values[]> {
  if (from >= before) return [];
  const span = { fromTime: timeText(from), toTime: timeText(before - 1) };
  const data = await graph.ask(CANDLES, { ...market, ...asked, ...span });
  return connectionPage(objectOf(data, 'candles'), 'candles').items.toReversed();
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function startOf(candle: Values): number {
  return Date.parse(String(cellOf(candle, 'start'))) / 1000;
}

const NUMBER = /^\d+\.\d{8}$/;

/** The protocol wants numbers: digits of amounts pass through no float. */
function bars(candles: readonly Values[]): FeedAnswer {
  const column = (name: string): string => candles.map((candle) => numberOf(String(cellOf(candle, name)))).join(',');
  const times = candles.map(startOf).join(',');
  const body = `{"s":"ok","t":[${times}],"o":[${column('open')}],"h":[${column('high')}],"l":[${column('low')}],"c":[${column('close')}],"v":[${column('baseVolume')}]}\n`;
  return { body };
}

function numberOf(text: string): string {
  if (NUMBER.test(text)) return text;
  throw new Error(`the graph answered no amount: ${text.slice(0, 40)}`);
}
