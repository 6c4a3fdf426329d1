import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import type { Candle } from './candle.ts';
import { firstUnsealed, medianTime } from './median-time.ts';
import { findSeals, sealCandles } from './seal-candles.ts';

const HOUR = 3_600;
const minutes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ height: from + index, time: (from + index) * 60 }));

test.each(['vrsctest-a', 'pchain-a', 'mempool-a'] as const)(
  'every block of %s is later than the median of those before it, as sealing needs it',
  (name) => {
    const times = readStreamedBlocks(name).map(({ time }) => Number(time));
    for (const [height, time] of times.entries()) {
      if (height > 0) expect(time).toBeGreaterThan(medianTime(times.slice(Math.max(0, height - 11), height)));
    }
  },
);

test('an hour is sealed by the block with which the median leaves it, however blocks are cut into batches', () => {
  const blocks = minutes(0, 200);
  const whole = findSeals('HOUR', [], blocks);
  // The median of 11 blocks is the time of the fifth block before.
  expect(whole).toEqual({
    openFrom: 0,
    seals: [1, 2, 3].map((hour) => ({ height: hour * 60 + 5, until: hour * HOUR })),
  });
  const first = findSeals('HOUR', [], blocks.slice(0, 100));
  const before = blocks.slice(89, 100).map(({ time }) => time);
  const second = findSeals('HOUR', before, blocks.slice(100));
  expect([...first.seals, ...second.seals]).toEqual(whole.seals);
  expect(second.openFrom).toBe(HOUR);
});

test('one block may seal several hours, and a time that goes back opens none again', () => {
  const leap = [...minutes(0, 30), ...minutes(30, 60).map(({ height }) => ({ height, time: height * 60 + 5 * HOUR }))];
  expect(findSeals('HOUR', [], leap).seals).toEqual([{ height: 35, until: 5 * HOUR }]);
  const back = leap.map((block) => (block.height === 45 ? { ...block, time: 40 * 60 + 5 * HOUR } : block));
  expect(findSeals('HOUR', [], back).seals).toHaveLength(1);
});

test('only candles that end below a seal are sealed, by the first that does', () => {
  const candle = (start: number): Candle => ({
    start,
    firstHeight: start / 60,
    lastHeight: start / 60,
    prices: { open: 1n, high: 1n, low: 1n, close: 1n },
    inverse: { open: 1n, high: 1n, low: 1n, close: 1n },
    baseVolume: 1n,
    quoteVolume: 1n,
    trades: 1,
  });
  const seals = {
    openFrom: 0,
    seals: [
      { height: 65, until: HOUR },
      { height: 125, until: 2 * HOUR },
    ],
  };
  const sealed = sealCandles('HOUR', [0, 60, HOUR, 2 * HOUR].map(candle), seals);
  expect(sealed.map(({ height, candle: { start, trades } }) => [height, start, trades])).toEqual([
    [65, 0, 2],
    [125, HOUR, 1],
  ]);
});

test('without a block every interval is open', () => {
  expect(firstUnsealed('DAY', null)).toBe(0);
  expect(firstUnsealed('HOUR', 2 * HOUR - 1)).toBe(2 * HOUR);
  expect(firstUnsealed('HOUR', 2 * HOUR - 2)).toBe(HOUR);
});
