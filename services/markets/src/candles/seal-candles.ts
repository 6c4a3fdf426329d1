import { type Candle, foldCandles } from './candle.ts';
import { secondsOf } from './intervals.ts';
import { firstUnsealed, MEDIAN_BLOCKS, medianTime } from './median-time.ts';

const SEALED_INTERVALS = ['HOUR', 'DAY'] as const;

export type SealedInterval = (typeof SEALED_INTERVALS)[number];

/** No interval before `until` can get another trade. */
export interface Seal {
  height: number;
  until: number;
}

export interface Seals {
  openFrom: number;
  seals: Seal[];
}

export interface SealedCandle {
  seconds: number;
  height: number;
  candle: Candle;
}

/**
 * An interval is sealed once the median time of the last 11 blocks has passed its end.
 * @param before times of at least the ten blocks below the first one
 */
export function findSeals(
  interval: SealedInterval,
  before: readonly number[],
  blocks: readonly { height: number; time: number }[],
): Seals {
  let times = before.slice(-MEDIAN_BLOCKS);
  const openFrom = firstUnsealed(interval, times.length === 0 ? null : medianTime(times));
  const seals: Seal[] = [];
  let last = openFrom;
  for (const { height, time } of blocks) {
    times = [...times.slice(1 - MEDIAN_BLOCKS), time];
    const until = firstUnsealed(interval, medianTime(times));
    if (until > last) seals.push({ height, until });
    last = Math.max(last, until);
  }
  return { openFrom, seals };
}

/** @param finer candles of all open intervals */
export function sealCandles(interval: SealedInterval, finer: readonly Candle[], { seals }: Seals): SealedCandle[] {
  return foldCandles(interval, finer).flatMap((candle) => {
    const seal = seals.find(({ until }) => until > candle.start);
    return seal === undefined ? [] : [{ seconds: secondsOf(interval), height: seal.height, candle }];
  });
}
