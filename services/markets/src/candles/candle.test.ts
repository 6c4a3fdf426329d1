import { type Candle, foldCandles, turnOver } from './candle.ts';

const HOUR = 3_600;

function tick(height: number, start: number, price: bigint, trades = 1): Candle {
  const inverse = 1_000n / price;
  return {
    start,
    firstHeight: height,
    lastHeight: height,
    prices: { open: price, high: price, low: price, close: price },
    inverse: { open: inverse, high: inverse, low: inverse, close: inverse },
    baseVolume: 10n,
    quoteVolume: 10n * price,
    trades,
  };
}

test('the first and last trade of the chain open and close, whatever the times of their blocks', () => {
  // The second block is earlier than the first one, and the third is in the hour before it.
  const [early, late] = foldCandles('HOUR', [
    tick(3, HOUR - 1, 8n),
    tick(2, HOUR + 5, 2n),
    tick(1, HOUR + 9, 4n),
    tick(4, 2 * HOUR - 1, 5n, 3),
  ]);
  expect(early).toEqual({ ...tick(3, 0, 8n), start: 0 });
  expect(late).toEqual({
    start: HOUR,
    firstHeight: 1,
    lastHeight: 4,
    prices: { open: 4n, high: 5n, low: 2n, close: 5n },
    inverse: { open: 250n, high: 500n, low: 200n, close: 200n },
    baseVolume: 30n,
    quoteVolume: 110n,
    trades: 5,
  });
});

test('a fold of folds is the fold of all', () => {
  const ticks = Array.from({ length: 60 }, (_, height) =>
    tick(height, height * 1_000 + (height % 3) * 70, 1n + BigInt((height * 7) % 11)),
  );
  const all = foldCandles('DAY', ticks);
  expect(foldCandles('DAY', foldCandles('HOUR', ticks))).toEqual(all);
  expect(foldCandles('DAY', foldCandles('FOUR_HOURS', foldCandles('QUARTER', ticks)))).toEqual(all);
});

test('blocks of one time are candles of their own', () => {
  expect(foldCandles('BLOCK', [tick(2, 60, 3n), tick(1, 60, 4n)]).map(({ firstHeight }) => firstHeight)).toEqual([
    1, 2,
  ]);
});

test('a candle that is turned over has the prices of the other side', () => {
  const candle = tick(1, 0, 4n);
  expect(turnOver(candle).prices.open).toBe(250n);
  expect(turnOver(candle)).toMatchObject({ baseVolume: 40n, quoteVolume: 10n });
  expect(turnOver(turnOver(candle))).toEqual(candle);
});
