import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { BlockRow } from '#/db/block-rows.ts';
import type { ReadBlock } from './read-blocks.ts';

/**
 * Computes the rows that consecutive blocks, at least one, add. Fees build on no earlier row. A service whose rows do, as running totals,
 * reads them here: all rows of the batch before are in the database.
 */
export async function prepareBlocks(
  _db: SqlExecutor,
  _network: Network,
  blocks: readonly ReadBlock[],
): Promise<readonly BlockRow[]> {
  return blocks;
}
