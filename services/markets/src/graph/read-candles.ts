import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type Candle, foldCandles } from '#/candles/candle.ts';
import { type CandleInterval, secondsOf, startOf, type TimeInterval } from '#/candles/intervals.ts';
import { firstUnsealed, medianTime } from '#/candles/median-time.ts';
import { findLatestTime, listStoredCandles, listTicks, type MarketAtHeight } from '#/db/find-candles.ts';
import { findTimesUpTo } from '#/db/known-markets.ts';

/** A page of candles. */
export interface CandlePage {
  market: MarketAtHeight;
  /** Seconds between blocks, about. */
  blockTime: number;
  interval: CandleInterval;
  /** Candles that begin in this range, ends included; unix seconds. */
  from: number;
  to: number;
  /** The last candle of the page before. */
  after: { start: number; height: number } | null;
  limit: number;
}

/** Candles of a page, oldest first. Coarse ones are folds of finer ones, which all lie in the same range of time. */
export async function readCandles(db: SqlExecutor, page: CandlePage): Promise<Candle[]> {
  const latest = await findLatestTime(db, page.market);
  if (latest === null) return [];
  const { interval, limit } = page;
  if (interval === 'BLOCK') {
    const { from, to, after, market } = page;
    const ticks = { from: after?.start ?? from, after: after?.height ?? -1, to: Math.min(to, latest), limit };
    return listTicks(db, market, ticks);
  }
  const range = rangeOf({ ...page, interval }, latest);
  if (range.from > range.to) return [];
  const finer = secondsOf(interval) < secondsOf('HOUR') ? readTicks : readStored;
  return (await finer(db, { ...page, interval }, range)).slice(0, limit);
}

type FoldedPage = CandlePage & { interval: TimeInterval };

/** Seconds of the whole intervals of a page: from the first one's begin to the last one's end. */
function rangeOf({ interval, from, to, after }: FoldedPage, latest: number): { from: number; to: number } {
  const seconds = secondsOf(interval);
  const begin = startOf(interval, from);
  const first = begin < from ? begin + seconds : begin;
  const next = after === null ? first : after.start + seconds;
  return { from: Math.max(first, next), to: Math.min(startOf(interval, to) + seconds - 1, latest) };
}

/**
 * Folds ticks. A statement reads about as many as a page takes while blocks come as the chain wants them; where they come faster, the next
 * one goes on behind the last tick.
 */
async function readTicks(
  db: SqlExecutor,
  { market, blockTime, interval, limit }: FoldedPage,
  { from, to }: { from: number; to: number },
): Promise<Candle[]> {
  const rows = limit * Math.ceil(1.5 * Math.max(1, secondsOf(interval) / blockTime));
  const ticks: Candle[] = [];
  let place = { from, after: -1 };
  for (;;) {
    const read = await listTicks(db, market, { ...place, to, limit: rows });
    ticks.push(...read);
    const candles = foldCandles(interval, ticks);
    const last = read.at(-1);
    // The last candle of a page that is full shows only that there is more, and need not be whole.
    if (last === undefined || read.length < rows || candles.length >= limit) return candles;
    place = { from: last.start, after: last.firstHeight };
  }
}

/** Folds sealed days and hours, and the ticks of what is not sealed at the height that is read. */
async function readStored(
  db: SqlExecutor,
  { market, interval, limit }: FoldedPage,
  { from, to }: { from: number; to: number },
): Promise<Candle[]> {
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
      // Each candle of the page takes so many at most.
      limit: (limit * secondsOf(interval)) / seconds,
    });
  };
  const parts = await Promise.all([
    ofDays ? stored('DAY', from, day) : [],
    stored('HOUR', ofDays ? Math.max(from, day) : from, hour),
    listTicks(db, market, { from: Math.max(from, hour), after: -1, to, limit: null }),
  ]);
  return foldCandles(interval, parts.flat());
}
