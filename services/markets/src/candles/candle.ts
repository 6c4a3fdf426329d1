import { type CandleInterval, startOf } from './intervals.ts';

export interface Prices {
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

export interface Candle {
  /** Unix seconds. */
  start: number;
  firstHeight: number;
  lastHeight: number;
  /** Units of quote for one unit of base. */
  prices: Prices;
  /** Units of base for one unit of quote; each price is inverted by itself, so that neither side is rounded twice. */
  inverse: Prices;
  baseVolume: bigint;
  quoteVolume: bigint;
  trades: number;
}

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

/** Times of blocks may go back, so height orders candles within an interval. @param candles of a block in the order of its trades */
export function foldCandles(interval: CandleInterval, candles: readonly Candle[]): Candle[] {
  const folded = new Map<string, Candle>();
  for (const candle of candles) {
    const start = startOf(interval, candle.start);
    const key = interval === 'BLOCK' ? `${start} ${candle.firstHeight}` : `${start}`;
    const known = folded.get(key);
    folded.set(key, known === undefined ? { ...candle, start } : mergeCandles(start, known, candle));
  }
  return [...folded.values()].sort((a, b) => a.start - b.start || a.firstHeight - b.firstHeight);
}

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
