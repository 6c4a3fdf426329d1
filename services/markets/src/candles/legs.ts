import { isTrade } from '#/flows/settled-conversion.ts';
import type { MarketPair } from './market-pairs.ts';

export interface TradedConversion {
  height: number;
  time: number;
  basketId: string;
  direction: 'BUY' | 'SELL' | 'VIA';
  fromId: string;
  toId: string;
  amountInNet: bigint;
  amountOut: bigint;
  /** Units of `from` for one unit of `to`. */
  price: bigint;
  /** Units of each currency for one unit of the basket; null for the basket itself. */
  prices: { from: bigint | null; to: bigint | null };
}

export interface Leg {
  fromId: string;
  toId: string;
  amountIn: bigint;
  amountOut: bigint;
  /** `price` counts units of this currency for one unit of the other. */
  unitId: string;
  price: bigint;
  /** 1 is a second hop, which the protocol solves after all first ones. */
  stage: 0 | 1;
}

const COIN = 100_000_000n;
/** Columns of prices are int64, as the daemon's amounts are. */
const PRICE_MAX = 2n ** 63n - 1n;

/** From reserve to reserve, basket is bought and sold; its amount follows from the price, since no output has it. */
export function legsOf(conversion: TradedConversion): Leg[] {
  if (!isTrade(conversion)) return [];
  const { basketId, direction, fromId, toId, amountInNet, amountOut, prices } = conversion;
  const whole = { fromId, toId, amountIn: amountInNet, amountOut, stage: 0 } as const;
  if (direction === 'BUY') return [{ ...whole, unitId: fromId, price: capped(prices.from ?? 0n) }];
  if (direction === 'SELL') return [{ ...whole, unitId: toId, price: capped(prices.to ?? 0n) }];
  const [paid, got] = [prices.from ?? 0n, prices.to ?? 0n];
  const middle = paid === 0n ? 0n : (amountInNet * COIN) / paid;
  return [
    { ...whole, unitId: fromId, price: capped(conversion.price) },
    { ...whole, toId: basketId, amountOut: middle, unitId: fromId, price: capped(paid) },
    { ...whole, fromId: basketId, amountIn: middle, unitId: toId, price: capped(got), stage: 1 },
  ];
}

/** Rounded down to a satoshi. */
export function pricesOfLeg({ unitId, price }: Leg, { quoteId }: MarketPair): { price: bigint; inverse: bigint } {
  const turned = invertPrice(price);
  return unitId === quoteId ? { price, inverse: turned } : { price: turned, inverse: price };
}

function invertPrice(price: bigint): bigint {
  return price === 0n ? PRICE_MAX : capped((COIN * COIN) / price);
}

function capped(price: bigint): bigint {
  return price > PRICE_MAX ? PRICE_MAX : price;
}
