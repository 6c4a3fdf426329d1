import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type BlockRow, insertBlockRows } from '#/db/block-rows.ts';

/** Writes the rows of a batch in bulk. */
export async function writeBlocks(tx: SqlExecutor, chainId: string, rows: readonly BlockRow[]): Promise<void> {
  await insertBlockRows(tx, chainId, rows);
}
