import type { CandleInterval } from '#/candles/intervals.ts';

// By their definitions alone, one trade after the other.

export interface OracleTrade {
  height: number;
  time: number;
  fromId: string;
  toId: string;
  amountIn: bigint;
  amountOut: bigint;
  /** `price` counts units of this currency for one unit of the other. */
  unitId: string;
  price: bigint;
}

export interface OraclePair {
  baseId: string;
  quoteId: string;
}

export interface OracleCandle {
  start: string;
  open: string;
  high: string;
  low: string;
  close: string;
  baseVolume: string;
  quoteVolume: string;
  trades: number;
}

const COIN = 100_000_000n;
const SECONDS: Record<CandleInterval, number> = {
  BLOCK: 0,
  MINUTE: 60,
  FIVE_MINUTES: 300,
  QUARTER: 900,
  HOUR: 3_600,
  FOUR_HOURS: 14_400,
  DAY: 86_400,
  WEEK: 604_800,
};
const MONDAY = Date.parse('2024-01-01T00:00:00Z') / 1_000;

export function expectCandles(
  trades: readonly OracleTrade[],
  interval: CandleInterval,
  pair: OraclePair,
): OracleCandle[] {
  const groups = Map.groupBy(trades, ({ height, time }) =>
    interval === 'BLOCK' ? `${time} ${height}` : `${startOf(interval, time)}`,
  );
  return [...groups.values()]
    .sort(([a], [b]) => startOf(interval, a?.time ?? 0) - startOf(interval, b?.time ?? 0))
    .map((own) => {
      const prices = own.map((trade) => priceOf(trade, pair));
      return {
        start: new Date(startOf(interval, own[0]?.time ?? 0) * 1_000).toISOString().replace('.000Z', 'Z'),
        open: decimal(prices[0] ?? 0n),
        high: decimal(highest(prices)),
        low: decimal(lowest(prices)),
        close: decimal(prices.at(-1) ?? 0n),
        baseVolume: decimal(volumeOf(own, pair.baseId)),
        quoteVolume: decimal(volumeOf(own, pair.quoteId)),
        trades: own.length,
      };
    });
}

export function expectDay(trades: readonly OracleTrade[], pair: OraclePair, now: number) {
  const day = trades.filter(({ time }) => time > now - 86_400);
  const earlier = trades.filter(({ time }) => time <= now - 86_400);
  // The last one by time, then by place.
  const before = earlier.reduce<OracleTrade | undefined>(
    (last, one) => (last && last.time > one.time ? last : one),
    undefined,
  );
  const prices = day.map((trade) => priceOf(trade, pair));
  const last = trades.at(-1);
  const reference = before ?? day[0];
  const change = last && reference && fractionOf(priceOf(last, pair), priceOf(reference, pair));
  return {
    lastPrice: last === undefined ? null : decimal(priceOf(last, pair)),
    high24h: prices.length === 0 ? null : decimal(highest(prices)),
    low24h: prices.length === 0 ? null : decimal(lowest(prices)),
    change24h: change === undefined ? null : change,
    baseVolume24h: decimal(volumeOf(day, pair.baseId)),
    quoteVolume24h: decimal(volumeOf(day, pair.quoteId)),
    trades24h: day.length,
    lastTradeAt: last === undefined ? null : new Date(last.time * 1_000).toISOString().replace('.000Z', 'Z'),
  };
}

export function decimal(satoshis: bigint): string {
  const sign = satoshis < 0n ? '-' : '';
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(9, '0');
  return `${sign}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

function priceOf({ unitId, price }: OracleTrade, { quoteId }: OraclePair): bigint {
  return unitId === quoteId ? price : (COIN * COIN) / price;
}

function volumeOf(trades: readonly OracleTrade[], currencyId: string): bigint {
  return trades.reduce(
    (sum, { fromId, amountIn, amountOut }) => sum + (fromId === currencyId ? amountIn : amountOut),
    0n,
  );
}

function startOf(interval: CandleInterval, time: number): number {
  if (interval === 'BLOCK') return time;
  const origin = interval === 'WEEK' ? MONDAY : 0;
  return time - ((((time - origin) % SECONDS[interval]) + SECONDS[interval]) % SECONDS[interval]);
}

function fractionOf(price: bigint, reference: bigint): string {
  let change = ((price - reference) * COIN) / reference;
  if (change * reference > (price - reference) * COIN) change -= 1n;
  return decimal(change);
}

function highest(prices: readonly bigint[]): bigint {
  return sorted(prices).at(-1) ?? 0n;
}

function lowest(prices: readonly bigint[]): bigint {
  return sorted(prices)[0] ?? 0n;
}

function sorted(prices: readonly bigint[]): bigint[] {
  return [...prices].sort((a, b) => Number(a - b));
}
