import { TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';

const WEEK_SHIFT = 345_600;
export const SECONDS: Record<string, number> = {
  MINUTE: 60,
  FIVE_MINUTES: 300,
  QUARTER: 900,
  HOUR: 3_600,
  FOUR_HOURS: 14_400,
  DAY: 86_400,
  WEEK: 604_800,
};
const COIN = 100_000_000n;

export const NATIVE = { id: TEST_CHAIN, name: 'VRSCTEST' };
export const BASKET = { id: 'iBasketBasketBasketBasketBasketBas', name: 'Bridge.🚀' };
export const RESERVE = { id: 'iReserveReserveReserveReserveReser', name: 'a_b.vETH' };
export const CURRENCIES = [NATIVE, BASKET, RESERVE];
export type Named = (typeof CURRENCIES)[number];

export const SYMBOLS = {
  native: 'Bridge.~F0~9F~9A~80_VRSCTEST',
  reserve: 'Bridge.~F0~9F~9A~80_a~5Fb.vETH',
  via: 'a~5Fb.vETH_VRSCTEST_Bridge.~F0~9F~9A~80',
};

export interface FakeTrade {
  height: number;
  /** Unix seconds. */
  time: number;
  direction: 'BUY' | 'SELL' | 'VIA';
  from: Named;
  to: Named;
  amountIn: string;
  amountInNet: string;
  amountOut: string;
  price: string;
  inversePrice: string;
  importTxid: string;
}

export const timeOf = (height: number): number => Date.UTC(2026, 0, 5) / 1000 + height * 61;
export const rfc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

export interface FakeCandle {
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  baseVolume: string;
}

export function foldTrades(
  trades: readonly FakeTrade[],
  baseId: string,
  quoteId: string,
  interval: string,
): FakeCandle[] {
  const seconds = SECONDS[interval] ?? 0;
  const folded = new Map<number, FakeCandle>();
  const shift = interval === 'WEEK' ? WEEK_SHIFT : 0;
  for (const { time, from, to, price, amountInNet, amountOut } of trades) {
    const isBuy = from.id === quoteId && to.id === baseId;
    if (!isBuy && !(from.id === baseId && to.id === quoteId)) continue;
    const exact = satoshisFromDecimalText(price);
    const text = decimalText(isBuy ? exact : (COIN * COIN) / exact);
    const start = Math.floor((time - shift) / seconds) * seconds + shift;
    const volume = satoshisFromDecimalText(isBuy ? amountOut : amountInNet);
    const known = folded.get(start);
    folded.set(start, {
      start,
      open: known?.open ?? text,
      high: known === undefined || Number(text) > Number(known.high) ? text : known.high,
      low: known === undefined || Number(text) < Number(known.low) ? text : known.low,
      close: text,
      baseVolume: decimalText(volume + (known === undefined ? 0n : satoshisFromDecimalText(known.baseVolume))),
    });
  }
  return [...folded.values()].sort((a, b) => a.start - b.start);
}

/** Directions take turns, with one or two trades in a block. */
export function makeTrades(
  count: number,
  heightOf: (index: number) => number = (index) => 1 + Math.floor(index / 2),
): FakeTrade[] {
  const ways = [
    ['BUY', NATIVE, BASKET],
    ['SELL', BASKET, NATIVE],
    ['VIA', RESERVE, NATIVE],
    ['BUY', RESERVE, BASKET],
  ] as const;
  return Array.from({ length: count }, (_, index) => {
    const [direction, from, to] = ways[index % ways.length] as (typeof ways)[number];
    const rate = 50_000_000n + BigInt((index * 7_919) % 10_000) * 1_000n;
    const price = direction === 'SELL' ? (COIN * COIN) / rate : rate;
    const net = 400_000_000n + BigInt(index);
    const height = heightOf(index);
    return {
      height,
      time: timeOf(height),
      direction,
      from,
      to,
      amountIn: decimalText(net + 100_000n),
      amountInNet: decimalText(net),
      amountOut: decimalText((net * COIN) / price),
      price: decimalText(price),
      inversePrice: decimalText(direction === 'SELL' ? rate : (COIN * COIN) / rate),
      importTxid: hashOf(500_000 + index),
    };
  });
}
