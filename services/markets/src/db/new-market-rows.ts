import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Candle } from '#/candles/candle.ts';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { SealedCandle } from '#/candles/seal-candles.ts';
import { type BasketReserves, writeBasketReserves } from './basket-reserves.ts';

/** A market and the number that stands for it in other rows. */
export interface NumberedMarket extends MarketPair {
  number: number;
}

export interface NewMarket extends NumberedMarket {
  height: number;
}

export interface NewRunningBasket extends BasketReserves {
  height: number;
}

/** The trades of a block in one market. */
export interface NewTick {
  market: number;
  /** See `MarketTick.latestTime`. */
  latestTime: number;
  candle: Candle;
}

const PRICE_COLUMNS = {
  open: 'bigint',
  high: 'bigint',
  low: 'bigint',
  close: 'bigint',
  inverse_open: 'bigint',
  inverse_high: 'bigint',
  inverse_low: 'bigint',
  inverse_close: 'bigint',
  base_volume: 'numeric',
  quote_volume: 'numeric',
  trades: 'integer',
};

/** @param chain number of the chain, as below */
export async function insertMarkets(tx: SqlExecutor, chain: number, rows: readonly NewMarket[]): Promise<void> {
  await insertRows(
    tx,
    'market',
    { chain: 'smallint', number: 'integer', basket_id: 'text', base_id: 'text', quote_id: 'text', height: 'integer' },
    rows.map(({ number, basketId, baseId, quoteId, height }) => [chain, number, basketId, baseId, quoteId, height]),
  );
}

export async function insertRunningBaskets(
  tx: SqlExecutor,
  chain: number,
  rows: readonly NewRunningBasket[],
): Promise<void> {
  await insertRows(
    tx,
    'running_basket',
    { chain: 'smallint', basket_id: 'text', height: 'integer', supply: 'bigint', reserves: 'text' },
    rows.map((row) => [chain, row.currencyId, row.height, row.supply, writeBasketReserves(row.reserves)]),
  );
}

export async function insertTicks(tx: SqlExecutor, chain: number, rows: readonly NewTick[]): Promise<void> {
  await insertRows(
    tx,
    'market_tick',
    {
      chain: 'smallint',
      market: 'integer',
      height: 'integer',
      time: 'bigint',
      latest_time: 'bigint',
      ...PRICE_COLUMNS,
    },
    rows.map(({ market, latestTime, candle }) => [
      chain,
      market,
      candle.firstHeight,
      candle.start,
      latestTime,
      ...valuesOf(candle),
    ]),
  );
}

export async function insertCandles(
  tx: SqlExecutor,
  chain: number,
  rows: readonly (SealedCandle & { market: number })[],
): Promise<void> {
  await insertRows(
    tx,
    'market_candle',
    {
      chain: 'smallint',
      market: 'integer',
      seconds: 'integer',
      start: 'bigint',
      height: 'integer',
      first_height: 'integer',
      last_height: 'integer',
      ...PRICE_COLUMNS,
    },
    rows.map(({ market, seconds, height, candle }) => [
      chain,
      market,
      seconds,
      candle.start,
      height,
      candle.firstHeight,
      candle.lastHeight,
      ...valuesOf(candle),
    ]),
  );
}

function valuesOf({ prices, inverse, baseVolume, quoteVolume, trades }: Candle): (bigint | number)[] {
  const { open, high, low, close } = prices;
  return [
    ...[open, high, low, close],
    ...[inverse.open, inverse.high, inverse.low, inverse.close],
    ...[baseVolume, quoteVolume, trades],
  ];
}
