// The rules by which an import pays (pbaas/reserves.cpp: CReserveTransactionDescriptor::AddReserveTransferImportOutputs), in whole satoshis.
// They check what outputs pay and decide nothing.

import type { BasketState } from './basket-state.ts';
import { reserveOf } from './basket-state.ts';
import { ratioText } from './ratio-text.ts';
import type { Transfer } from './transfer.ts';

export const COIN = 100_000_000n;
/** 0.025 %. */
const CONVERSION_FEE = 25_000n;

/** Fee that is taken out of the amount of a conversion or of a contribution; one from reserve to reserve pays it twice. */
export function conversionFeeOf({ kind, amount }: Pick<Transfer, 'kind' | 'amount'>): bigint {
  const fee = (amount * CONVERSION_FEE) / COIN;
  return kind === 'VIA' ? 2n * fee : fee;
}

/**
 * Amount that a conversion or a contribution yields by the prices of its import.
 * @returns undefined where the state has no price for it
 */
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

/** Prices of an import that a conversion had: units of the reserve for one unit of the basket. */
export interface ConversionPrices {
  /** Price of the reserve that is converted; null: the basket itself is. */
  from: bigint | null;
  /** Price of the reserve that it becomes; null: it becomes the basket itself. */
  to: bigint | null;
}

/** Prices that a conversion had; undefined where the state has none. */
export function pricesOf({ kind, fromId, toId }: Transfer, state: BasketState): ConversionPrices | undefined {
  const from = kind === 'SELL' ? null : reserveOf(state, fromId)?.lastConversionPrice;
  const target = toId === null ? undefined : reserveOf(state, toId);
  const to = kind === 'BUY' ? null : kind === 'VIA' ? target?.viaConversionPrice : target?.lastConversionPrice;
  return from === undefined || to === undefined || from === 0n || to === 0n ? undefined : { from, to };
}

/** Units of `from` for one unit of `to`, before fees. One through a basket costs the units of the basket that `to` gives, in `from`. */
export function priceOf({ from, to }: ConversionPrices): bigint {
  if (to === null) return from ?? 0n;
  const units = (COIN * COIN) / to;
  return from === null ? units : (units * from) / COIN;
}

/** Units of `to` for one unit of `from`, before fees: the protocol's own price where the basket was given, else the other one turned over. */
export function inversePriceOf(prices: ConversionPrices): bigint {
  if (prices.from === null) return prices.to ?? 0n;
  const price = priceOf(prices);
  return price === 0n ? 0n : (COIN * COIN) / price;
}

/** `priceOf` with the digits that the two prices give: rounded once, and never to zero. */
export function exactPriceOf({ from, to }: ConversionPrices): string {
  return ratioText(from ?? COIN, to ?? COIN);
}

/** The same turned over. */
export function exactInversePriceOf({ from, to }: ConversionPrices): string {
  return ratioText(to ?? COIN, from ?? COIN);
}

function divide(dividend: bigint, divisor: bigint): bigint | undefined {
  return divisor > 0n ? dividend / divisor : undefined;
}
