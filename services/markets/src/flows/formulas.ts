// The rules of AddReserveTransferImportOutputs (pbaas/reserves.cpp); they check outputs and decide nothing.

import type { BasketState } from './basket-state.ts';
import { reserveOf } from './basket-state.ts';
import { ratioText } from './ratio-text.ts';
import type { Transfer } from './transfer.ts';

export const COIN = 100_000_000n;
/** 0.025 %. */
const CONVERSION_FEE = 25_000n;

/** A conversion from reserve to reserve pays the fee twice. */
export function conversionFeeOf({ kind, amount }: Pick<Transfer, 'kind' | 'amount'>): bigint {
  const fee = (amount * CONVERSION_FEE) / COIN;
  return kind === 'VIA' ? 2n * fee : fee;
}

/** Undefined where the state has no price for the transfer. */
export function yieldOf(transfer: Transfer, state: BasketState): bigint | undefined {
  const net = transfer.amount - conversionFeeOf(transfer);
  const from = reserveOf(state, transfer.fromId);
  const to = transfer.toId === null ? undefined : reserveOf(state, transfer.toId);
  switch (transfer.kind) {
    case 'CONTRIBUTION':
    case 'BUY':
      return from && divide(net * COIN, from.lastConversionPrice);
    case 'SELL':
      return to && (net * to.lastConversionPrice) / COIN;
    case 'VIA': {
      const units = from && divide(net * COIN, from.lastConversionPrice);
      return to && units !== undefined ? (units * to.viaConversionPrice) / COIN : undefined;
    }
    default:
      return undefined;
  }
}

/** Units of the reserve for one unit of the basket. */
export interface ConversionPrices {
  /** Null if the basket itself is converted. */
  from: bigint | null;
  to: bigint | null;
}

export function pricesOf({ kind, fromId, toId }: Transfer, state: BasketState): ConversionPrices | undefined {
  const from = kind === 'SELL' ? null : reserveOf(state, fromId)?.lastConversionPrice;
  const target = toId === null ? undefined : reserveOf(state, toId);
  const to = kind === 'BUY' ? null : kind === 'VIA' ? target?.viaConversionPrice : target?.lastConversionPrice;
  return from === undefined || to === undefined || from === 0n || to === 0n ? undefined : { from, to };
}

/** Units of `from` for one unit of `to`, before fees. */
export function priceOf({ from, to }: ConversionPrices): bigint {
  if (to === null) return from ?? 0n;
  const units = (COIN * COIN) / to;
  return from === null ? units : (units * from) / COIN;
}

/** Before fees: the protocol's own price where the basket was given, else the inverse of `priceOf`. */
export function inversePriceOf(prices: ConversionPrices): bigint {
  if (prices.from === null) return prices.to ?? 0n;
  const price = priceOf(prices);
  return price === 0n ? 0n : (COIN * COIN) / price;
}

/** `priceOf` with more digits: rounded once, and never to zero. */
export function exactPriceOf({ from, to }: ConversionPrices): string {
  return ratioText(from ?? COIN, to ?? COIN);
}

export function exactInversePriceOf({ from, to }: ConversionPrices): string {
  return ratioText(to ?? COIN, from ?? COIN);
}

function divide(dividend: bigint, divisor: bigint): bigint | undefined {
  return divisor > 0n ? dividend / divisor : undefined;
}
