import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';

/** Tables, and the column of each that holds the height of a row. */
const HEIGHT_COLUMNS = {
  block_total: 'height',
  interval_start: 'first_height',
  reward: 'height',
  stake: 'height',
  notarization: 'height',
  finalization: 'height',
};

/** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. */
export async function revertBlocks(tx: SqlExecutor, { chainId }: Network, keepHeight: number): Promise<void> {
  for (const [table, column] of Object.entries(HEIGHT_COLUMNS)) {
    const statement = `DELETE FROM ${table} WHERE chain = ${chainNumber(1)} AND ${column} > $2`;
    await tx.$executeRawUnsafe(statement, chainId, keepHeight);
  }
}
