import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

const TABLES = ['market_candle', 'market_tick', 'running_basket', 'market'] as const;

/** Deletes the rows of blocks above a height; -1: all. A sealed candle goes with the block that sealed it. */
export async function revertMarketRows(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of TABLES) {
    await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE chain = ${chainNumber(1)} AND height > $2`,
      chainId,
      keepHeight,
    );
  }
}
