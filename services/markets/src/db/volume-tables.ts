import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  HOUR_SECONDS,
  intervalStart,
} from '@ledgergraph/graph-kit/calendar';
import type { CurrencyTotal, VolumeState } from '#/volumes/volume-batch.ts';

export const hourTable = describeTable('hour_start', { hour: 'integer', height: 'integer' });
export const conversionTotalTable = describeTable('conversion_total', { height: 'integer', conversions: 'integer' });
export const volumeTotalTable = describeTable('volume_total', {
  currencyId: 'text',
  height: 'integer',
  transferred: 'numeric',
  converted: 'numeric',
});
export const volumeMemberTable = describeTable('volume_member', {
  interval: 'text',
  fromHeight: 'integer',
  currencyId: 'text',
  height: 'integer',
});

export async function findVolumeState(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
): Promise<VolumeState> {
  const [newest] = await db.$queryRawUnsafe<{ hour: number | null; conversions: number | null }[]>(
    `SELECT (SELECT hour FROM hour_start WHERE chain = $1 ORDER BY hour DESC LIMIT 1) AS hour,
            (SELECT conversions FROM conversion_total WHERE chain = $1 ORDER BY height DESC LIMIT 1) AS conversions`,
    chain,
  );
  const hour = newest?.hour ?? null;
  const first = hour === null ? { HOUR: 0, DAY: 0, WEEK: 0, MONTH: 0 } : await findFirstBlocks(db, chain, hour);
  const conversions = newest?.conversions ?? 0;
  return { hour, first, conversions, totals: await findTotals(db, chain, currencyIds) };
}

async function findFirstBlocks(db: SqlExecutor, chain: number, hour: number): Promise<VolumeState['first']> {
  const starts = CALENDAR_INTERVALS.map((interval) => intervalStart(interval, hour * HOUR_SECONDS) / HOUR_SECONDS);
  const found = await db.$queryRawUnsafe<{ height: number }[]>(
    `SELECT (SELECT height FROM hour_start WHERE chain = $1 AND hour_start.hour >= wanted.hour
              ORDER BY hour_start.hour LIMIT 1) AS height
       FROM unnest($2::integer[]) WITH ORDINALITY AS wanted (hour, place) ORDER BY place`,
    chain,
    starts,
  );
  const first = CALENDAR_INTERVALS.map((interval, index) => [interval, found[index]?.height ?? 0]);
  return Object.fromEntries(first) as Record<CalendarInterval, number>;
}

async function findTotals(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
): Promise<Map<string, CurrencyTotal>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT ${volumeTotalTable.columns('last')}
       FROM unnest($2::text[]) AS wanted (currency_id)
      CROSS JOIN LATERAL (SELECT * FROM volume_total
                           WHERE chain = $1 AND volume_total.currency_id = wanted.currency_id
                           ORDER BY height DESC LIMIT 1) AS last`,
    chain,
    currencyIds,
  );
  const totals = volumeTotalTable.fromSql<RowOf<typeof volumeTotalTable>>(rows);
  return new Map(totals.map((total) => [total.currencyId, total]));
}
