import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { Candle } from '#/candles/candle.ts';
import type { SealedCandle } from '#/candles/seal-candles.ts';

export const marketTable = describeTable('market', {
  number: 'integer',
  basketId: 'text',
  baseId: 'text',
  quoteId: 'text',
  height: 'integer',
});
export type NewMarket = RowOf<typeof marketTable>;
export type NumberedMarket = Omit<NewMarket, 'height'>;

export const basketTable = describeTable('running_basket', {
  basketId: 'text',
  height: 'integer',
  supply: 'bigint',
  reserves: 'text',
});

const PRICES = {
  open: 'bigint',
  high: 'bigint',
  low: 'bigint',
  close: 'bigint',
  inverseOpen: 'bigint',
  inverseHigh: 'bigint',
  inverseLow: 'bigint',
  inverseClose: 'bigint',
  baseVolume: 'numeric',
  quoteVolume: 'numeric',
  trades: 'integer',
} as const;

export const tickTable = describeTable('market_tick', {
  market: 'integer',
  height: 'integer',
  time: 'bigint',
  latestTime: 'bigint',
  ...PRICES,
});
export type TickRow = RowOf<typeof tickTable>;

export const candleTable = describeTable('market_candle', {
  market: 'integer',
  seconds: 'integer',
  start: 'bigint',
  height: 'integer',
  firstHeight: 'integer',
  lastHeight: 'integer',
  ...PRICES,
});
export type CandleRow = RowOf<typeof candleTable>;

export interface NewTick {
  market: number;
  latestTime: number;
  candle: Candle;
}

export function toTick({ market, latestTime, candle }: NewTick): TickRow {
  const { start, firstHeight } = candle;
  return { market, height: firstHeight, time: BigInt(start), latestTime: BigInt(latestTime), ...toPrices(candle) };
}

export function toCandleRow({ market, seconds, height, candle }: SealedCandle & { market: number }): CandleRow {
  const { start, firstHeight, lastHeight } = candle;
  return { market, seconds, start: BigInt(start), height, firstHeight, lastHeight, ...toPrices(candle) };
}

export function readTick(row: TickRow): Candle {
  return { start: Number(row.time), firstHeight: row.height, lastHeight: row.height, ...readPrices(row) };
}

export function readCandle(row: CandleRow): Candle {
  const { start, firstHeight, lastHeight } = row;
  return { start: Number(start), firstHeight, lastHeight, ...readPrices(row) };
}

type PriceColumns = Pick<TickRow, keyof typeof PRICES>;
type PricedPart = Omit<Candle, 'start' | 'firstHeight' | 'lastHeight'>;

function toPrices({ prices, inverse, baseVolume, quoteVolume, trades }: Candle): PriceColumns {
  return {
    ...prices,
    inverseOpen: inverse.open,
    inverseHigh: inverse.high,
    inverseLow: inverse.low,
    inverseClose: inverse.close,
    baseVolume,
    quoteVolume,
    trades,
  };
}

function readPrices(row: PriceColumns): PricedPart {
  const { open, high, low, close, baseVolume, quoteVolume, trades } = row;
  return {
    prices: { open, high, low, close },
    inverse: { open: row.inverseOpen, high: row.inverseHigh, low: row.inverseLow, close: row.inverseClose },
    baseVolume,
    quoteVolume,
    trades,
  };
}
