import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertCandles, insertMarkets, insertRunningBaskets, insertTicks } from '#/db/new-market-rows.ts';
import type { MarketRows } from './prepare-markets.ts';

/** Writes the markets and candles of a batch in bulk. @param chain number of the chain */
export async function writeMarkets(tx: SqlExecutor, chain: number, rows: MarketRows): Promise<void> {
  await insertMarkets(tx, chain, rows.markets);
  await insertRunningBaskets(tx, chain, rows.baskets);
  await insertTicks(tx, chain, rows.ticks);
  await insertCandles(tx, chain, rows.candles);
}
