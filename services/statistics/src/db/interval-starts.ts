import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';

/** Where an interval begins. */
export interface IntervalStartRow {
  interval: CalendarInterval;
  /** Unix seconds. */
  start: number;
  firstHeight: number;
}

/** Intervals of a kind whose beginnings lie between two, both included. Unix seconds. */
export interface IntervalRange {
  chainId: string;
  interval: CalendarInterval;
  from: number;
  to: number;
}

const COLUMNS = { start: 'bigint', first_height: 'integer', chain: 'smallint', interval: 'text' };

/** @param chain number of the chain */
export async function insertIntervalStarts(
  tx: SqlExecutor,
  chain: number,
  rows: readonly IntervalStartRow[],
): Promise<void> {
  const values = rows.map(({ start, firstHeight, interval }) => [start, firstHeight, chain, interval]);
  await insertRows(tx, 'interval_start', COLUMNS, values);
}

/** Lists the beginnings of intervals, oldest first. */
export async function listIntervalStarts(
  db: SqlExecutor,
  { chainId, interval, from, to }: IntervalRange,
  limit: number,
): Promise<IntervalStartRow[]> {
  // The key is compared and ordered as a whole, so that a page is one range of it.
  return await db.$queryRawUnsafe<IntervalStartRow[]>(
    `SELECT interval, start::float8 AS start, first_height AS "firstHeight" FROM interval_start
      WHERE (chain, interval, start) >= (${chainNumber(1)}, $2, $3::bigint)
        AND (chain, interval, start) <= (${chainNumber(1)}, $2, $4::bigint)
      ORDER BY chain, interval, interval_start.start LIMIT $5`,
    chainId,
    interval,
    from,
    to,
    limit,
  );
}
