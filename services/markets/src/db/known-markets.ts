import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Candle } from '#/candles/candle.ts';
import { MEDIAN_BLOCKS } from '#/candles/median-time.ts';
import { CANDLE_COLUMNS, type CandleRow, readCandle, TICK_COLUMNS } from './candle-columns.ts';
import type { NumberedMarket } from './new-market-rows.ts';

// Rows that those of later blocks build on.

/** A candle and the number of its market. */
export interface MarketCandle {
  market: number;
  candle: Candle;
}

/** Markets of baskets, and the highest number that a market of the chain has. */
export async function findMarketsOf(
  db: SqlExecutor,
  chainId: string,
  basketIds: readonly string[],
): Promise<{ markets: NumberedMarket[]; count: number }> {
  const markets = await db.$queryRawUnsafe<NumberedMarket[]>(
    `SELECT number, basket_id AS "basketId", base_id AS "baseId", quote_id AS "quoteId"
       FROM market WHERE chain = ${chainNumber(1)} AND basket_id = ANY($2::text[])`,
    chainId,
    basketIds,
  );
  const [last] = await db.$queryRawUnsafe<{ number: number }[]>(
    `SELECT number FROM market WHERE chain = ${chainNumber(1)} ORDER BY number DESC LIMIT 1`,
    chainId,
  );
  return { markets, count: last?.number ?? 0 };
}

/** The latest time of a tick of each market; a market without a tick has no entry. */
export async function findLatestTimes(
  db: SqlExecutor,
  chainId: string,
  markets: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.$queryRawUnsafe<{ market: number; time: number }[]>(
    `SELECT wanted.market, last.latest_time::float8 AS time
       FROM unnest($2::integer[]) AS wanted (market)
      CROSS JOIN LATERAL (SELECT latest_time FROM market_tick
                           WHERE chain = ${chainNumber(1)} AND market_tick.market = wanted.market
                           ORDER BY height DESC LIMIT 1) AS last`,
    chainId,
    markets,
  );
  return new Map(rows.map(({ market, time }) => [market, time]));
}

/** Times of the last blocks up to a height, as many as a median needs, lowest block first. */
export async function findTimesUpTo(db: SqlExecutor, chainId: string, height: number): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ time: number }[]>(
    `SELECT ${blockTime('time')} AS time FROM applied_block
      WHERE chain = ${chainNumber(1)} AND height <= $2::integer ORDER BY height DESC LIMIT ${MEDIAN_BLOCKS}`,
    chainId,
    height,
  );
  return rows.map(({ time }) => time).reverse();
}

/** Ticks of all markets of a chain from a time on. */
export async function findTicksFrom(db: SqlExecutor, chainId: string, time: number): Promise<MarketCandle[]> {
  const rows = await db.$queryRawUnsafe<(CandleRow & { market: number })[]>(
    `SELECT market.number AS market, ${TICK_COLUMNS}
       FROM market CROSS JOIN LATERAL (SELECT * FROM market_tick
              WHERE market_tick.chain = market.chain AND market_tick.market = market.number AND time >= $2::bigint) AS row
      WHERE market.chain = ${chainNumber(1)} ORDER BY market.number, row.height`,
    chainId,
    time,
  );
  return rows.map(readMarketCandle);
}

/** Candles of hours of all markets of a chain from a time on. */
export async function findHoursFrom(db: SqlExecutor, chainId: string, time: number): Promise<MarketCandle[]> {
  const rows = await db.$queryRawUnsafe<(CandleRow & { market: number })[]>(
    `SELECT market.number AS market, ${CANDLE_COLUMNS}
       FROM market CROSS JOIN LATERAL (SELECT * FROM market_candle
              WHERE market_candle.chain = market.chain AND market_candle.market = market.number
                AND seconds = 3600 AND start >= $2::bigint) AS row
      WHERE market.chain = ${chainNumber(1)} ORDER BY market.number, row.start`,
    chainId,
    time,
  );
  return rows.map(readMarketCandle);
}

function readMarketCandle({ market, ...row }: CandleRow & { market: number }): MarketCandle {
  return { market, candle: readCandle(row) };
}
