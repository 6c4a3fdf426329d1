import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Candle } from '#/candles/candle.ts';
import { BEHIND, type Order } from './list-order.ts';
import { candleTable, readCandle, readTick, tickTable } from './market-tables.ts';

const HEIGHT_MAX = 2 ** 31 - 1;

export interface MarketAtHeight {
  chainId: string;
  market: number;
  height: number;
}

/** Unix seconds; both ends are included. */
export interface TimeRange {
  from: number;
  to: number;
}

export interface TickRange extends TimeRange {
  order: Order;
  after: { start: number; height: number } | null;
  limit: number | null;
}

/** All candles below `unsealed` are final. */
export interface StoredRange extends TimeRange {
  seconds: number;
  unsealed: number;
  order: Order;
  limit: number;
}

export async function findLatestTime(db: SqlExecutor, key: MarketAtHeight): Promise<number | null> {
  const [last] = await db.$queryRawUnsafe<{ time: number }[]>(
    `SELECT latest_time::float8 AS time FROM market_tick
      WHERE chain = ${chainNumber(1)} AND market = $2::integer AND height <= $3::integer ORDER BY height DESC LIMIT 1`,
    key.chainId,
    key.market,
    key.height,
  );
  return last?.time ?? null;
}

/** Sealed candles never change, so one range of the key has them as of any height. */
export async function listStoredCandles(
  db: SqlExecutor,
  { chainId, market }: MarketAtHeight,
  { seconds, from, to, unsealed, order, limit }: StoredRange,
): Promise<Candle[]> {
  const rows = await candleTable.find(
    db,
    `WHERE chain = ${chainNumber(1)} AND market = $2::integer AND seconds = $3::integer
        AND start >= $4::bigint AND start <= $5::bigint AND start < $6::bigint
      ORDER BY market_candle.start ${order} LIMIT $7::integer`,
    chainId,
    market,
    seconds,
    from,
    to,
    unsealed,
    limit,
  );
  return rows.map(readCandle);
}

/** `height + 0` keeps Postgres from the index of heights, so that it uses that of times. */
export async function listTicks(
  db: SqlExecutor,
  { chainId, market, height }: MarketAtHeight,
  { from, to, order, after, limit }: TickRange,
): Promise<Candle[]> {
  const start = after ?? (order === 'ASC' ? { start: from, height: -1 } : { start: to, height: HEIGHT_MAX });
  const rows = await tickTable.find(
    db,
    `WHERE chain = ${chainNumber(1)} AND market = $2::integer AND height + 0 <= $3::integer
        AND (time, height) ${BEHIND[order]} ($4::bigint, $5::integer) AND time >= $6::bigint AND time <= $7::bigint
      ORDER BY market_tick.time ${order}, market_tick.height ${order} LIMIT $8::integer`,
    chainId,
    market,
    height,
    start.start,
    start.height,
    from,
    to,
    limit,
  );
  return rows.map(readTick);
}
