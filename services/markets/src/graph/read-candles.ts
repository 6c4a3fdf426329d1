import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type Candle, foldCandles } from '#/candles/candle.ts';
import { type CandleInterval, secondsOf, startOf, type TimeInterval } from '#/candles/intervals.ts';
import { firstUnsealed, medianTime } from '#/candles/median-time.ts';
import {
  findLatestTime,
  listStoredCandles,
  listTicks,
  type MarketAtHeight,
  type TimeRange,
} from '#/db/find-candles.ts';
import { findTimesUpTo } from '#/db/known-markets.ts';
import type { Order } from '#/db/list-order.ts';

export interface CandlePage {
  market: MarketAtHeight;
  /** Approximate seconds between blocks. */
  blockTime: number;
  interval: CandleInterval;
  /** Unix seconds of beginnings, both ends included. */
  from: number;
  to: number;
  order: Order;
  after: { start: number; height: number } | null;
  limit: number;
}

/** Coarse candles are folds of finer ones, which lie in the same range of time. */
export async function readCandles(db: SqlExecutor, page: CandlePage): Promise<Candle[]> {
  const latest = await findLatestTime(db, page.market);
  if (latest === null) return [];
  const { interval, limit } = page;
  if (interval === 'BLOCK') {
    const { from, to, order, after, market } = page;
    return listTicks(db, market, { from, to: Math.min(to, latest), order, after, limit });
  }
  const range = rangeOf({ ...page, interval }, latest);
  if (range.from > range.to) return [];
  const finer = secondsOf(interval) < secondsOf('HOUR') ? readTicks : readStored;
  return (await finer(db, { ...page, interval }, range)).slice(0, limit);
}

type FoldedPage = CandlePage & { interval: TimeInterval };

function rangeOf({ interval, from, to, order, after }: FoldedPage, latest: number): TimeRange {
  const seconds = secondsOf(interval);
  const begin = startOf(interval, from);
  const range = {
    from: begin < from ? begin + seconds : begin,
    to: Math.min(startOf(interval, to) + seconds - 1, latest),
  };
  if (after === null) return range;
  return order === 'ASC'
    ? { ...range, from: Math.max(range.from, after.start + seconds) }
    : { ...range, to: Math.min(range.to, after.start - 1) };
}

function foldInOrder({ interval, order }: FoldedPage, finer: readonly Candle[]): Candle[] {
  const candles = foldCandles(interval, finer);
  return order === 'ASC' ? candles : candles.reverse();
}

/** Reads about a page while blocks come at their usual rate; if they come faster, the next statement goes on. */
async function readTicks(db: SqlExecutor, page: FoldedPage, range: TimeRange): Promise<Candle[]> {
  const { market, blockTime, interval, order, limit } = page;
  const rows = limit * Math.ceil(1.5 * Math.max(1, secondsOf(interval) / blockTime));
  const ticks: Candle[] = [];
  let after: CandlePage['after'] = null;
  for (;;) {
    const read = await listTicks(db, market, { ...range, order, after, limit: rows });
    ticks.push(...read);
    const candles = foldInOrder(page, ticks);
    const last = read.at(-1);
    // The last candle of a full page only shows that there is more, so it need not be whole.
    if (last === undefined || read.length < rows || candles.length >= limit) return candles;
    after = { start: last.start, height: last.firstHeight };
  }
}

/** Folds sealed days and hours, and ticks of the time that is not sealed yet. */
async function readStored(db: SqlExecutor, page: FoldedPage, { from, to }: TimeRange): Promise<Candle[]> {
  const { market, interval, order, limit } = page;
  const median = medianTime(await findTimesUpTo(db, market.chainId, market.height));
  const [hour, day] = [firstUnsealed('HOUR', median), firstUnsealed('DAY', median)];
  const ofDays = secondsOf(interval) >= secondsOf('DAY');
  const stored = (unit: 'HOUR' | 'DAY', begin: number, unsealed: number) => {
    const seconds = secondsOf(unit);
    return listStoredCandles(db, market, {
      seconds,
      from: begin,
      to,
      unsealed,
      order,
      limit: (limit * secondsOf(interval)) / seconds,
    });
  };
  const parts = await Promise.all([
    ofDays ? stored('DAY', from, day) : [],
    stored('HOUR', ofDays ? Math.max(from, day) : from, hour),
    listTicks(db, market, { from: Math.max(from, hour), to, order, after: null, limit: null }),
  ]);
  return foldInOrder(page, parts.flat());
}
