import { type CandleInterval, startOf } from './intervals.ts';

/** First, highest, lowest and last price of an interval; satoshis. */
export interface Prices {
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

/** Trades of one market in one interval; amounts in satoshis. */
export interface Candle {
  /** Unix seconds. */
  start: number;
  /** Blocks of its first and last trade. */
  firstHeight: number;
  lastHeight: number;
  /** Units of quote for one unit of base. */
  prices: Prices;
  /** Units of base for one unit of quote: each price is turned over by itself, so that neither side is rounded twice. */
  inverse: Prices;
  baseVolume: bigint;
  quoteVolume: bigint;
  trades: number;
}

/** A candle of two that lie in one interval: what comes first in the chain opens, what comes last closes. */
export function mergeCandles(start: number, one: Candle, other: Candle): Candle {
  const first = other.firstHeight < one.firstHeight ? other : one;
  const last = other.lastHeight >= one.lastHeight ? other : one;
  const merge = (side: 'prices' | 'inverse'): Prices => ({
    open: first[side].open,
    high: max(one[side].high, other[side].high),
    low: min(one[side].low, other[side].low),
    close: last[side].close,
  });
  return {
    start,
    firstHeight: first.firstHeight,
    lastHeight: last.lastHeight,
    prices: merge('prices'),
    inverse: merge('inverse'),
    baseVolume: one.baseVolume + other.baseVolume,
    quoteVolume: one.quoteVolume + other.quoteVolume,
    trades: one.trades + other.trades,
  };
}

/**
 * Folds candles of finer intervals into those of a coarser one, oldest first. Times of blocks may go back, so the order of candles within an
 * interval is that of their heights.
 * @param candles of one market, in any order; those of one block in the order of their trades
 */
export function foldCandles(interval: CandleInterval, candles: readonly Candle[]): Candle[] {
  const folded = new Map<string, Candle>();
  for (const candle of candles) {
    const start = startOf(interval, candle.start);
    // Blocks of one time are candles of their own.
    const key = interval === 'BLOCK' ? `${start} ${candle.firstHeight}` : `${start}`;
    const known = folded.get(key);
    folded.set(key, known === undefined ? { ...candle, start } : mergeCandles(start, known, candle));
  }
  return [...folded.values()].sort((a, b) => a.start - b.start || a.firstHeight - b.firstHeight);
}

/** The same candle with base and quote swapped. */
export function turnOver(candle: Candle): Candle {
  return {
    ...candle,
    prices: candle.inverse,
    inverse: candle.prices,
    baseVolume: candle.quoteVolume,
    quoteVolume: candle.baseVolume,
  };
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
