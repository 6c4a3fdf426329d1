import type { CandleObject } from './list-candles.ts';

export const Candle = {
  open: ({ prices }: CandleObject) => prices.open,
  high: ({ prices }: CandleObject) => prices.high,
  low: ({ prices }: CandleObject) => prices.low,
  close: ({ prices }: CandleObject) => prices.close,
  fromHeight: ({ firstHeight }: CandleObject) => firstHeight,
  toHeight: ({ lastHeight }: CandleObject) => lastHeight,
};
