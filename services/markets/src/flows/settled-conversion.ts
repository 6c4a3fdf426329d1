import type { ConversionPrices } from './formulas.ts';

export type ConversionDirection = 'BUY' | 'SELL' | 'VIA';

/** A conversion as its import settled it; amounts in satoshis. */
export interface SettledConversion {
  /** Output of the transfer; of one from another chain the import's, and a number below zero: see `Settlement`. */
  transferTxid: string;
  transferVout: number;
  /** Place and time (unix seconds) of the import. */
  height: number;
  time: number;
  txIndex: number;
  importVout: number;
  /** Position among the transfers of the import. */
  ordinal: number;
  basketId: string;
  direction: ConversionDirection;
  fromId: string;
  toId: string;
  /** Before and after the conversion fee is taken out. */
  amountIn: bigint;
  amountInNet: bigint;
  conversionFee: bigint;
  /** As the output pays it. */
  amountOut: bigint;
  /** Units of `from` for one unit of `to`, before fees: all conversions of the import from one into the other have it. */
  price: bigint;
  /** Prices of the import that it follows from; see `ConversionPrices`. */
  prices: ConversionPrices;
  /** Receiver of the amount. */
  address: string;
}

/** A conversion that comes to less than a satoshi on either side moves nothing there: it is no trade, and no candle or list of trades has it. */
export function isTrade({ amountInNet, amountOut }: Pick<SettledConversion, 'amountInNet' | 'amountOut'>): boolean {
  return amountInNet > 0n && amountOut > 0n;
}
