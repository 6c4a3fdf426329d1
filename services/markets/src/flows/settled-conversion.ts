import type { ConversionPrices } from './formulas.ts';

export type ConversionDirection = 'BUY' | 'SELL' | 'VIA';

export interface SettledConversion {
  /** A transfer from another chain has the import's transaction and an output below zero. */
  transferTxid: string;
  transferVout: number;
  /** Place and time (unix seconds) of the import. */
  height: number;
  time: number;
  txIndex: number;
  importVout: number;
  ordinal: number;
  basketId: string;
  direction: ConversionDirection;
  fromId: string;
  toId: string;
  /** Before the conversion fee is taken out. */
  amountIn: bigint;
  amountInNet: bigint;
  conversionFee: bigint;
  amountOut: bigint;
  /** Units of `from` for one unit of `to`, before fees. */
  price: bigint;
  prices: ConversionPrices;
  address: string;
}

/** A conversion of less than a satoshi on either side moves nothing, so no candle or list of trades has it. */
export function isTrade({ amountInNet, amountOut }: Pick<SettledConversion, 'amountInNet' | 'amountOut'>): boolean {
  return amountInNet > 0n && amountOut > 0n;
}
