import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  HOUR_SECONDS,
  intervalStart,
} from '@ledgergraph/graph-kit/calendar';
import type { CurrencyTotal, VolumeRows, VolumeState } from '#/volumes/volume-batch.ts';

/** The state after the newest block of a chain, with the totals of some currencies, for its writer. */
export async function findVolumeState(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<VolumeState> {
  const [newest] = await db.$queryRawUnsafe<{ hour: number | null; conversions: number | null }[]>(
    `SELECT (SELECT hour FROM hour_start WHERE chain = ${chainNumber(1)} ORDER BY hour DESC LIMIT 1) AS hour,
            (SELECT conversions FROM conversion_total WHERE chain = ${chainNumber(1)} ORDER BY height DESC LIMIT 1) AS conversions`,
    chainId,
  );
  const hour = newest?.hour ?? null;
  const first = hour === null ? { HOUR: 0, DAY: 0, WEEK: 0, MONTH: 0 } : await findFirstBlocks(db, chainId, hour);
  const conversions = newest?.conversions ?? 0;
  return { hour, first, conversions, totals: await findTotals(db, chainId, currencyIds) };
}

/** First block of each interval that an hour lies in. */
async function findFirstBlocks(db: SqlExecutor, chainId: string, hour: number): Promise<VolumeState['first']> {
  const starts = CALENDAR_INTERVALS.map((interval) => intervalStart(interval, hour * HOUR_SECONDS) / HOUR_SECONDS);
  const found = await db.$queryRawUnsafe<{ height: number }[]>(
    `SELECT (SELECT height FROM hour_start WHERE chain = ${chainNumber(1)} AND hour_start.hour >= wanted.hour
              ORDER BY hour_start.hour LIMIT 1) AS height
       FROM unnest($2::integer[]) WITH ORDINALITY AS wanted (hour, place) ORDER BY place`,
    chainId,
    starts,
  );
  const first = CALENDAR_INTERVALS.map((interval, index) => [interval, found[index]?.height ?? 0]);
  return Object.fromEntries(first) as Record<CalendarInterval, number>;
}

async function findTotals(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<Map<string, CurrencyTotal>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<
    { currencyId: string; height: number; transferred: string; converted: string }[]
  >(
    `SELECT wanted.currency_id AS "currencyId", last.height, last.transferred::text, last.converted::text
       FROM unnest($2::text[]) AS wanted (currency_id)
      CROSS JOIN LATERAL (SELECT * FROM volume_total
                           WHERE chain = ${chainNumber(1)} AND volume_total.currency_id = wanted.currency_id
                           ORDER BY height DESC LIMIT 1) AS last`,
    chainId,
    currencyIds,
  );
  return new Map(
    rows.map(({ currencyId, height, transferred, converted }) => [
      currencyId,
      { height, transferred: BigInt(transferred), converted: BigInt(converted) },
    ]),
  );
}

/** @param chain number of the chain */
export async function writeVolumes(tx: SqlExecutor, chain: number, rows: VolumeRows): Promise<void> {
  await insertRows(
    tx,
    'hour_start',
    { chain: 'smallint', hour: 'integer', height: 'integer' },
    rows.hours.map(({ hour, height }) => [chain, hour, height]),
  );
  await insertRows(
    tx,
    'conversion_total',
    { chain: 'smallint', height: 'integer', conversions: 'integer' },
    rows.conversions.map(({ height, conversions }) => [chain, height, conversions]),
  );
  await insertRows(
    tx,
    'volume_total',
    { chain: 'smallint', currency_id: 'text', height: 'integer', transferred: 'numeric', converted: 'numeric' },
    rows.totals.map((row) => [chain, row.currencyId, row.height, row.transferred, row.converted]),
  );
  await insertRows(
    tx,
    'volume_member',
    { chain: 'smallint', interval: 'text', from_height: 'integer', currency_id: 'text', height: 'integer' },
    rows.members.map((row) => [chain, row.interval, row.fromHeight, row.currencyId, row.height]),
  );
}

const TABLES = ['hour_start', 'conversion_total', 'volume_total', 'volume_member'] as const;

/** Deletes the rows of blocks above a height; -1: all. */
export async function revertVolumes(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of TABLES) {
    await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE chain = ${chainNumber(1)} AND height > $2`,
      chainId,
      keepHeight,
    );
  }
}
