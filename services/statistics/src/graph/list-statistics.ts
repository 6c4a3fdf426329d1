import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { type CalendarInterval, intervalStart, nextIntervalStart } from '@ledgergraph/graph-kit/calendar';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import type { BlockTotalRow } from '#/db/block-totals.ts';
import { type ListedStart, listIntervalStarts } from '#/db/interval-starts.ts';
import { decimalOfNumber, quotient } from '#/rules/number-text.ts';
import { type Context, getTotals } from './loaders.ts';

export interface StatisticsArguments {
  chainId?: string | null;
  interval: CalendarInterval;
  fromTime?: Instant | null;
  toTime?: Instant | null;
  order?: 'ASC' | 'DESC' | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

interface IntervalBlocks {
  interval: CalendarInterval;
  start: number;
  fromHeight: number;
  toHeight: number;
  isOpen: boolean;
}

const EARLIEST = Number.MIN_SAFE_INTEGER;

/** @throws VALIDATION_ERROR naming `fromTime` */
export async function listStatistics(args: StatisticsArguments, context: Context) {
  const { interval } = args;
  const [from, to] = readTimes(args);
  const order = args.order ?? 'ASC';
  const walk = await context.walk('statistics', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const { view, limit, after } = walk;
  const { chainId, height } = view;
  const tip = await getTotals(context, { chainId, height });
  // The interval of the latest time is the last one that has begun by then, so no later block is read.
  const open = intervalStart(interval, tip.latestTime);
  const last = after === null ? null : Number(after[0]);
  const db = await context.reads(chainId);
  const list = (range: { from: number; to: number }, count: number, direction = order): Promise<ListedStart[]> =>
    listIntervalStarts(db, { chainId, interval, ...range, order: direction }, count);
  // One more row shows whether another page follows; an interval ends below the next one.
  let rows: ListedStart[];
  if (order === 'ASC')
    rows = await list({ from: last === null ? from : Math.max(from, last + 1), to: open }, limit + 2);
  else {
    const newest = await list({ from, to: Math.min(to, open, last === null ? open : last - 1) }, limit + 1);
    const [first] = newest;
    const next = first === undefined ? [] : await list({ from: first.start + 1, to: open }, 1, 'ASC');
    rows = [...newest.toReversed(), ...next];
  }
  const blocks = rows.map(({ start, firstHeight }, index): IntervalBlocks => {
    const toHeight = (rows[index + 1]?.firstHeight ?? height + 1) - 1;
    return { interval, start, fromHeight: firstHeight, toHeight, isOpen: start === open };
  });
  const listed = blocks.filter(({ start }) => start <= to && (order === 'ASC' || last === null || start < last));
  const wanted = (order === 'ASC' ? listed : listed.toReversed()).slice(0, limit + 1);
  const page = walk.page(wanted, ({ start }) => [start]);
  const statistics = await Promise.all(page.rows.map((row) => countBlocks(context, view, row)));
  return { statistics, hasMore: page.hasMore, nextCursor: page.nextCursor };
}

/** Unix seconds, both included. */
function readTimes({ fromTime: from, toTime: to }: StatisticsArguments): [number, number] {
  const first = from == null ? EARLIEST : from.seconds + (from.isWhole ? 0 : 1);
  const last = to?.seconds ?? Number.MAX_SAFE_INTEGER;
  if (from != null && to != null && from.seconds > last)
    throw validationError('fromTime', 'fromTime must not be after toTime');
  return [first, last];
}

async function countBlocks(context: Context, { chainId, at }: ChainView, interval: IntervalBlocks) {
  const { fromHeight, toHeight } = interval;
  const [last, before] = await Promise.all([
    getTotals(context, { chainId, height: toHeight }),
    fromHeight === 0 ? null : getTotals(context, { chainId, height: fromHeight - 1 }),
  ]);
  const blocks = toHeight - fromHeight + 1;
  const minedBlocks = last.minedBlocks - (before?.minedBlocks ?? 0);
  return {
    ...interval,
    chainId,
    at,
    blocks,
    minedBlocks,
    stakedBlocks: blocks - minedBlocks,
    transactions: last.transactions - (before?.transactions ?? 0n),
    fees: last.fees - (before?.fees ?? 0n),
    feePool: last.feePool,
    difficulty: decimalOfNumber(last.difficulty),
    hashRate: async () =>
      quotient(last.minedWork - (before?.minedWork ?? 0n), await countSeconds(context, chainId, interval, last)),
    // docs/verus/blocks.md#stakes
    stakingSupply: blocks === minedBlocks ? null : (last.chainStake - (before?.chainStake ?? 0n)) / BigInt(blocks),
    sizeBytes: last.size - (before?.size ?? 0n),
  };
}

async function countSeconds(
  context: Context,
  chainId: string,
  { interval, start, fromHeight, isOpen }: IntervalBlocks,
  { latestTime }: BlockTotalRow,
): Promise<bigint> {
  const begin = fromHeight === 0 ? (await getTotals(context, { chainId, height: 0 })).latestTime : start;
  const end = isOpen ? latestTime + 1 : nextIntervalStart(interval, start);
  return BigInt(end - begin);
}
