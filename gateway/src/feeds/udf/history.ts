import { type FeedAnswer, FORMS, jsonAnswer, type Question, ROWS_MAX } from '#/feeds/feed.ts';
import { findMarket, idsOf } from '#/feeds/markets.ts';
import { CandlePages } from './candle-pages.ts';
import { withoutExchange } from './exchange.ts';
import { type Candle, type Interval, lastCandles } from './last-candles.ts';

/** Interval of each resolution; a day and a week have two names. */
export const RESOLUTIONS: Readonly<Record<string, Interval>> = {
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

/**
 * Bars from `from` on and before `to`: the last thousand, where there are more. With `countback` it is that many before `to`, and `from` is
 * ignored. Without a bar, `nextTime` leads to the last one before.
 */
export const history: Question = {
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
  async answer(view, parameters) {
    const market = await findMarket(view, withoutExchange(parameters.get('symbol') ?? ''));
    const interval = RESOLUTIONS[parameters.get('resolution') ?? ''] as Interval;
    const source = new CandlePages(view, idsOf(market));
    const countback = Number(parameters.get('countback') ?? 0);
    const from = countback > 0 ? 0 : Math.max(Number(parameters.get('from') ?? 0), 0);
    const before = Math.max(Number(parameters.get('to')), 0);
    const count = Math.min(countback > 0 ? countback : ROWS_MAX, ROWS_MAX);
    const candles = await lastCandles(source, interval, { from, before }, count);
    if (candles.length > 0) return bars(candles);
    const [last] = await lastCandles(source, interval, { from: 0, before: Math.min(from, before) }, 1);
    return jsonAnswer(last === undefined ? { s: 'no_data' } : { s: 'no_data', nextTime: last.start });
  },
};

const NUMBER = /^\d+\.\d{8}$/;

/** The protocol wants numbers: the digits of the amounts are written as they are, and pass through no float here. */
function bars(candles: readonly Candle[]): FeedAnswer {
  const column = (name: keyof Omit<Candle, 'start'>): string =>
    candles.map((candle) => numberOf(candle[name])).join(',');
  const times = candles.map(({ start }) => start).join(',');
  const body = `{"s":"ok","t":[${times}],"o":[${column('open')}],"h":[${column('high')}],"l":[${column('low')}],"c":[${column('close')}],"v":[${column('baseVolume')}]}\n`;
  return { body };
}

function numberOf(text: string): string {
  if (NUMBER.test(text)) return text;
  throw new Error(`the graph answered no amount: ${text.slice(0, 40)}`);
}
