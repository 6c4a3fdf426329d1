/** Intervals of candles of the graph that charts read, with their seconds. */
export const SECONDS = {
  MINUTE: 60,
  FIVE_MINUTES: 300,
  QUARTER: 900,
  HOUR: 3_600,
  FOUR_HOURS: 14_400,
  DAY: 86_400,
  WEEK: 604_800,
} as const;

export type Interval = keyof typeof SECONDS;

/** Interval whose candles show where those of a finer one are: each has a trade, so it has one of them at least. */
const COARSER: Readonly<Partial<Record<Interval, Interval>>> = {
  MINUTE: 'HOUR',
  FIVE_MINUTES: 'HOUR',
  QUARTER: 'HOUR',
  HOUR: 'DAY',
  FOUR_HOURS: 'DAY',
  DAY: 'WEEK',
};

export interface Candle {
  /** Unix seconds. */
  readonly start: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly baseVolume: string;
}

/** Candles of one market, read in the one direction that the graph has. */
export interface CandleSource {
  /** All that begin from the first time on and before the second, oldest first. */
  read(interval: Interval, from: number, before: number): Promise<Candle[]>;
  /** True if no more should be read for this request. */
  isSpent(): boolean;
}

/** Most candles that one read may bring: of some coarser ones only the number of trades is not known before. */
const READ_MAX = 4_000;

/** Times that are asked for; unix seconds. */
export interface Span {
  readonly from: number;
  /** Not included. */
  readonly before: number;
}

/**
 * The last candles of a span, oldest first. Where trades are rare, those of coarser intervals lead to them, so that a year without a
 * trade costs no more than a day.
 */
export async function lastCandles(
  source: CandleSource,
  interval: Interval,
  { from, before }: Span,
  count: number,
): Promise<Candle[]> {
  if (from >= before || count <= 0) return [];
  const near = Math.max(from, before - count * SECONDS[interval]);
  const found = await source.read(interval, near, before);
  const missing = count - found.length;
  if (missing <= 0) return found.slice(-count);
  if (near === from) return found;
  return [...(await earlierCandles(source, interval, { from, before: near }, missing)), ...found];
}

async function earlierCandles(source: CandleSource, interval: Interval, span: Span, count: number): Promise<Candle[]> {
  const coarser = COARSER[interval];
  if (coarser === undefined) return (await source.read(interval, span.from, span.before)).slice(-count);
  const length = SECONDS[coarser];
  let found: Candle[] = [];
  let { before } = span;
  while (found.length < count && before > span.from && !source.isSpent()) {
    // One that began before the span may reach into it.
    const hulls = await lastCandles(source, coarser, { from: span.from - length + 1, before }, count - found.length);
    const [oldest] = hulls;
    if (oldest === undefined) break;
    found = [...(await insideHulls(source, interval, { span, hulls, length }, count - found.length)), ...found];
    before = oldest.start;
  }
  return found.slice(-count);
}

/**
 * Reads the last of the candles in some coarser ones: as many of these at once as will hold those that are missing, if all have as many as those
 * before, and no more than a bounded number of candles, if they have more.
 */
async function insideHulls(
  source: CandleSource,
  interval: Interval,
  { span, hulls, length }: { span: Span; hulls: readonly Candle[]; length: number },
  count: number,
): Promise<Candle[]> {
  const most = Math.floor((READ_MAX * SECONDS[interval]) / length);
  let found: Candle[] = [];
  let batch = 1;
  for (let end = hulls.length; end > 0 && found.length < count && !source.isSpent(); ) {
    const first = Math.max(end - batch, 0);
    const [oldest, newest] = [hulls[first], hulls[end - 1]] as [Candle, Candle];
    const before = Math.min(newest.start + length, span.before);
    found = [...(await source.read(interval, Math.max(oldest.start, span.from), before)), ...found];
    end = first;
    const perHull = Math.max(found.length / (hulls.length - first), 1);
    batch = Math.min(Math.max(Math.floor((count - found.length) / perHull), 1), most);
  }
  return found;
}
