import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';

/** The first block that counts in each interval. */
export const intervalStarts = describeTable(
  'interval_start',
  { start: 'bigint', firstHeight: 'integer', interval: 'text' },
  { height: 'firstHeight' },
);
export type IntervalStartRow = RowOf<typeof intervalStarts> & { interval: CalendarInterval };

export interface ListedStart extends Omit<IntervalStartRow, 'start'> {
  start: number;
}

/** Starts between two unix seconds, both included. */
export interface IntervalRange {
  chainId: string;
  interval: CalendarInterval;
  from: number;
  to: number;
  order: 'ASC' | 'DESC';
}

export async function listIntervalStarts(
  db: SqlExecutor,
  { chainId, interval, from, to, order }: IntervalRange,
  limit: number,
): Promise<ListedStart[]> {
  // The key is compared and ordered as a whole, so that a page is one range of it.
  return await db.$queryRawUnsafe<ListedStart[]>(
    `SELECT interval, start::float8 AS start, first_height AS "firstHeight" FROM interval_start
      WHERE (chain, interval, start) >= (${chainNumber(1)}, $2, $3::bigint)
        AND (chain, interval, start) <= (${chainNumber(1)}, $2, $4::bigint)
      ORDER BY chain ${order}, interval ${order}, interval_start.start ${order} LIMIT $5`,
    chainId,
    interval,
    from,
    to,
    limit,
  );
}
