import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Candle } from '#/candles/candle.ts';
import { BEHIND, type Order } from './list-order.ts';
import { candleTable, readCandle, readTick, tickTable } from './market-tables.ts';

const HEIGHT_MAX = 2 ** 31 - 1;

/** A market as of a height. */
export interface MarketAtHeight {
  chainId: string;
  /** Number of the market. */
  market: number;
  height: number;
}

/** A range of times, both ends included; unix seconds. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Ticks of a range of times, in either direction. */
export interface TickRange extends TimeRange {
  order: Order;
  /** The last tick that was read; null: none. */
  after: { start: number; height: number } | null;
  limit: number | null;
}

/** Where stored candles end as of a height: below `unsealed` all of them are final. */
export interface StoredRange extends TimeRange {
  seconds: number;
  unsealed: number;
  order: Order;
  /** How many to read at most. */
  limit: number;
}

/** The latest time of a tick of a market up to a height; null: it has none. */
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

/**
 * Stored candles of a range: one range of the key, as of any height, since those of intervals that were sealed by then are
 * there and stay as they are.
 */
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

/** Ticks of a range up to a height, by time: one range of an index. `height + 0`: by the index of times, never by that of heights. */
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
