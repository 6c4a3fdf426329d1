import { type Candle, type CandleSource, type Interval, lastCandles, SECONDS, type Span } from './last-candles.ts';

const MONDAY = 345_600;

function startOf(interval: Interval, time: number): number {
  const shift = interval === 'WEEK' ? MONDAY : 0;
  return Math.floor((time - shift) / SECONDS[interval]) * SECONDS[interval] + shift;
}

/** Trades at some times, as candles of every interval. */
class Trades implements CandleSource {
  reads = 0;
  /** Candles of the largest read. */
  largest = 0;
  readonly #times: readonly number[];
  readonly #readsMax: number;

  constructor(times: readonly number[], readsMax = Number.POSITIVE_INFINITY) {
    this.#times = times;
    this.#readsMax = readsMax;
  }

  candles(interval: Interval, { from, before }: Span): Candle[] {
    const starts = new Set(this.#times.map((time) => startOf(interval, time)).toSorted((a, b) => a - b));
    return [...starts]
      .filter((start) => start >= from && start < before)
      .map((start) => ({ start, open: '1', high: '1', low: '1', close: '1', baseVolume: '1' }));
  }

  async read(interval: Interval, from: number, before: number): Promise<Candle[]> {
    this.reads += 1;
    const candles = this.candles(interval, { from, before });
    this.largest = Math.max(this.largest, candles.length);
    return candles;
  }

  isSpent(): boolean {
    return this.reads >= this.#readsMax;
  }
}

const YEAR = 365 * SECONDS.DAY;
const NOW = 1_790_000_000;

/** Times between two gaps that grow: dense at the end, rare before. */
const times = Array.from({ length: 400 }, (_, index) => NOW - Math.floor(1.05 ** index * (index + 1) * 7)).filter(
  (time) => time > 0,
);

const spans: Span[] = [
  { from: 0, before: NOW },
  { from: 0, before: NOW - YEAR },
  { from: NOW - 2 * YEAR, before: NOW - 12_345 },
  { from: NOW - 100, before: NOW },
  { from: NOW, before: NOW - 100 },
];

test.each(Object.keys(SECONDS) as Interval[])(
  'the last candles of %s are the ends of all of them',
  async (interval) => {
    for (const span of spans) {
      for (const count of [1, 3, 60]) {
        const source = new Trades(times);
        expect(await lastCandles(source, interval, span, count)).toEqual(source.candles(interval, span).slice(-count));
      }
    }
  },
);

test('the last candle before years without a trade is found in a few reads', async () => {
  const source = new Trades([NOW - 6 * YEAR - 77]);
  const [found] = await lastCandles(source, 'MINUTE', { from: 0, before: NOW }, 1);
  expect(found?.start).toBe(startOf('MINUTE', NOW - 6 * YEAR - 77));
  expect(source.reads).toBeLessThan(12);
});

test('rare trades are read many at once', async () => {
  const source = new Trades(Array.from({ length: 300 }, (_, index) => NOW - index * 100_000));
  expect(await lastCandles(source, 'MINUTE', spans[0] as Span, 250)).toHaveLength(250);
  expect(source.reads).toBeLessThan(20);
});

test('where rare trades follow busy years, no read brings all of these', async () => {
  const rare = Array.from({ length: 100 }, (_, index) => NOW - index * SECONDS.HOUR);
  const busy = Array.from({ length: 50_000 }, (_, index) => NOW - 2_000 * SECONDS.HOUR - index * SECONDS.MINUTE);
  const source = new Trades([...rare, ...busy]);
  expect(await lastCandles(source, 'MINUTE', spans[0] as Span, 1_000)).toHaveLength(1_000);
  expect(source.largest).toBeLessThanOrEqual(4_000);
});

test('a source that is spent ends the answer, which has no gap', async () => {
  const source = new Trades(times, 6);
  const found = await lastCandles(source, 'MINUTE', spans[0] as Span, 200);
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(source.candles('MINUTE', spans[0] as Span).slice(-found.length));
  expect(source.reads).toBeLessThan(20);
});
