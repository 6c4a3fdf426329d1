import type { Candle } from '#/candles/candle.ts';

/** A row of market_tick or market_candle, as the columns below name its parts. */
export interface CandleRow {
  start: number;
  firstHeight: number;
  lastHeight: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  inverseOpen: bigint;
  inverseHigh: bigint;
  inverseLow: bigint;
  inverseClose: bigint;
  /** Digits: a sum of amounts may be more than one. */
  baseVolume: string;
  quoteVolume: string;
  trades: number;
}

const SHARED = `row.open, row.high, row.low, row.close, row.inverse_open AS "inverseOpen", row.inverse_high AS "inverseHigh",
       row.inverse_low AS "inverseLow", row.inverse_close AS "inverseClose",
       row.base_volume::text AS "baseVolume", row.quote_volume::text AS "quoteVolume", row.trades`;

/** Columns of a row of market_tick that a query calls `row`. */
export const TICK_COLUMNS = `row.time::float8 AS start, row.height AS "firstHeight", row.height AS "lastHeight", ${SHARED}`;

/** The same of market_candle. */
export const CANDLE_COLUMNS = `row.start::float8 AS start, row.first_height AS "firstHeight", row.last_height AS "lastHeight", ${SHARED}`;

export function readCandle(row: CandleRow): Candle {
  const { start, firstHeight, lastHeight, open, high, low, close, trades } = row;
  return {
    start,
    firstHeight,
    lastHeight,
    prices: { open, high, low, close },
    inverse: { open: row.inverseOpen, high: row.inverseHigh, low: row.inverseLow, close: row.inverseClose },
    baseVolume: BigInt(row.baseVolume),
    quoteVolume: BigInt(row.quoteVolume),
    trades,
  };
}
