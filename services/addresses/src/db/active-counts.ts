import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  HOUR_SECONDS,
  intervalStart,
} from '@ledgergraph/graph-kit/calendar';

export interface ActiveState {
  /** Hours since 1970 of the latest time up to the block; null before the first block. */
  hour: number | null;
  first: Record<CalendarInterval, number>;
  counts: Record<CalendarInterval, number>;
  ever: number;
}

export function emptyState(): ActiveState {
  const none = (): Record<CalendarInterval, number> => ({ HOUR: 0, DAY: 0, WEEK: 0, MONTH: 0 });
  return { hour: null, first: none(), counts: none(), ever: 0 };
}

export const hourStarts = describeTable('hour_start', { hour: 'integer', height: 'integer' });

export const activeCounts = describeTable('active_count', {
  height: 'integer',
  ever: 'integer',
  hour: 'integer',
  day: 'integer',
  week: 'integer',
  month: 'integer',
});
export type ActiveCountRow = RowOf<typeof activeCounts>;

export function activeCountRow(height: number, { ever, counts }: ActiveState): ActiveCountRow {
  return { height, ever, hour: counts.HOUR, day: counts.DAY, week: counts.WEEK, month: counts.MONTH };
}

export async function findNewestActiveState(db: SqlExecutor, chain: number): Promise<ActiveState> {
  const [newest] = await db.$queryRawUnsafe<(Omit<CountRow, 'keyIndex'> & { lastHour: number })[]>(
    `SELECT ${COUNTS}, latest.hour AS "lastHour"
       FROM (SELECT * FROM active_count WHERE chain = $1 ORDER BY chain DESC, height DESC LIMIT 1) count
      CROSS JOIN (SELECT hour FROM hour_start WHERE chain = $1 ORDER BY chain DESC, hour DESC LIMIT 1) latest`,
    chain,
  );
  if (newest === undefined) return emptyState();
  const { lastHour, ever, ...counts } = newest;
  const starts = CALENDAR_INTERVALS.map((interval) => intervalStart(interval, lastHour * HOUR_SECONDS) / HOUR_SECONDS);
  const firsts = await db.$queryRawUnsafe<{ height: number }[]>(
    `SELECT (SELECT height FROM hour_start start WHERE start.chain = $1 AND start.hour >= wanted.hour
              ORDER BY start.chain, start.hour LIMIT 1) AS height
       FROM unnest($2::integer[]) WITH ORDINALITY AS wanted (hour, place) ORDER BY place`,
    chain,
    starts,
  );
  const first = Object.fromEntries(CALENDAR_INTERVALS.map((interval, index) => [interval, firsts[index]?.height ?? 0]));
  return { hour: lastHour, first: first as ActiveState['first'], counts: countsOf(counts), ever };
}

export interface CountKey {
  chainId: string;
  height: number;
}

export interface FoundCounts {
  keyIndex: number;
  ever: number;
  counts: ActiveState['counts'];
}

interface CountRow {
  keyIndex: number;
  ever: number;
  hour: number;
  day: number;
  week: number;
  month: number;
}

const COUNTS = 'count.ever, count.hour, count.day, count.week, count.month';

export async function findActiveCounts(db: SqlExecutor, keys: readonly CountKey[]): Promise<FoundCounts[]> {
  const rows = await db.$queryRawUnsafe<CountRow[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", ${COUNTS}
       FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (chain_id, height, place)
      CROSS JOIN LATERAL (SELECT * FROM active_count WHERE active_count.chain = ${chainNumberOf('wanted.chain_id')}
                             AND active_count.height = wanted.height LIMIT 1) count`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ height }) => height),
  );
  return rows.map(({ keyIndex, ever, ...counts }) => ({ keyIndex, ever, counts: countsOf(counts) }));
}

function countsOf({ hour, day, week, month }: Omit<CountRow, 'keyIndex' | 'ever'>): ActiveState['counts'] {
  return { HOUR: hour, DAY: day, WEEK: week, MONTH: month };
}
