import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Candle } from '#/candles/candle.ts';
import { MEDIAN_BLOCKS } from '#/candles/median-time.ts';
import {
  type CandleRow,
  candleTable,
  marketTable,
  type NewMarket,
  readCandle,
  readTick,
  type TickRow,
  tickTable,
} from './market-tables.ts';

export interface MarketCandle {
  market: number;
  candle: Candle;
}

export async function findMarketsOf(
  db: SqlExecutor,
  chain: number,
  basketIds: readonly string[],
): Promise<{ markets: NewMarket[]; count: number }> {
  const markets = await marketTable.find(db, 'WHERE chain = $1 AND basket_id = ANY($2::text[])', chain, basketIds);
  const [last] = await marketTable.find(db, 'WHERE chain = $1 ORDER BY market.number DESC LIMIT 1', chain);
  return { markets, count: last?.number ?? 0 };
}

export async function findLatestTimes(
  db: SqlExecutor,
  chain: number,
  markets: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.$queryRawUnsafe<{ market: number; time: number }[]>(
    `SELECT wanted.market, last.latest_time::float8 AS time
       FROM unnest($2::integer[]) AS wanted (market)
      CROSS JOIN LATERAL (SELECT latest_time FROM market_tick
                           WHERE chain = $1 AND market_tick.market = wanted.market
                           ORDER BY height DESC LIMIT 1) AS last`,
    chain,
    markets,
  );
  return new Map(rows.map(({ market, time }) => [market, time]));
}

/** As many as a median needs, lowest block first. */
export async function findTimesUpTo(db: SqlExecutor, chainId: string, height: number): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ time: number }[]>(
    `SELECT time FROM applied_block
      WHERE chain = ${chainNumber(1)} AND height <= $2::integer ORDER BY height DESC LIMIT ${MEDIAN_BLOCKS}`,
    chainId,
    height,
  );
  return rows.map(({ time }) => time).reverse();
}

export async function findTicksFrom(db: SqlExecutor, chain: number, time: number): Promise<MarketCandle[]> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT ${tickTable.columns('own')}
       FROM market CROSS JOIN LATERAL (SELECT * FROM market_tick
              WHERE market_tick.chain = market.chain AND market_tick.market = market.number AND time >= $2::bigint) AS own
      WHERE market.chain = $1 ORDER BY market.number, own.height`,
    chain,
    time,
  );
  return tickTable.fromSql<TickRow>(rows).map((row) => ({ market: row.market, candle: readTick(row) }));
}

export async function findHoursFrom(db: SqlExecutor, chain: number, time: number): Promise<MarketCandle[]> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT ${candleTable.columns('own')}
       FROM market CROSS JOIN LATERAL (SELECT * FROM market_candle
              WHERE market_candle.chain = market.chain AND market_candle.market = market.number
                AND seconds = 3600 AND start >= $2::bigint) AS own
      WHERE market.chain = $1 ORDER BY market.number, own.start`,
    chain,
    time,
  );
  return candleTable.fromSql<CandleRow>(rows).map((row) => ({ market: row.market, candle: readCandle(row) }));
}
