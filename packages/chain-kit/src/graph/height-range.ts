import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import { readRange } from './arguments.ts';

export interface RangeArguments {
  fromHeight?: number | null;
  toHeight?: number | null;
  fromTime?: Instant | null;
  toTime?: Instant | null;
}

/** Both included. An empty range ends right below its beginning. */
export interface HeightRange {
  from: number;
  to: number;
}

/** Before its times are looked up; null: no such bound. */
export interface WantedRange {
  from: number | null;
  to: number | null;
  afterSecond: number | null;
  /** The range ends with the last block that is not after this second. */
  upToSecond: number | null;
}

type FindHeight = (seconds: number) => Promise<number>;

/** @throws VALIDATION_ERROR naming `fromHeight`, `toHeight` or `fromTime` */
export function readWantedRange({ fromHeight, toHeight, fromTime, toTime }: RangeArguments): WantedRange {
  const heights = readRange(fromHeight, toHeight);
  // Block times are whole seconds, so a fraction begins at the next one.
  const first = fromTime == null ? null : fromTime.seconds + (fromTime.isWhole ? 0 : 1);
  const last = toTime?.seconds ?? null;
  if (fromTime != null && toTime != null && isAfter(fromTime, toTime)) {
    throw validationError('fromTime', 'fromTime must not be after toTime');
  }
  return { ...heights, afterSecond: first === null ? null : first - 1, upToSecond: last };
}

export function hasTimes({ afterSecond, upToSecond }: WantedRange): boolean {
  return afterSecond !== null || upToSecond !== null;
}

export async function resolveRange(wanted: WantedRange, tip: number, findHeight: FindHeight): Promise<HeightRange> {
  const { afterSecond, upToSecond } = wanted;
  const [before, last] = await Promise.all([
    afterSecond === null ? -1 : findHeight(afterSecond),
    upToSecond === null ? tip : findHeight(upToSecond),
  ]);
  const to = Math.min(wanted.to ?? tip, last, tip);
  return { from: Math.min(Math.max(wanted.from ?? 0, before + 1), to + 1), to };
}

/** Two fractions of one second are equal: no block lies between them. */
function isAfter(a: Instant, b: Instant): boolean {
  return a.seconds > b.seconds || (a.seconds === b.seconds && !a.isWhole && b.isWhole);
}
