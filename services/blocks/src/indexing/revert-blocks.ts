import { type BlockPlace, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { orphanBlocksAbove } from '#/db/block-rows.ts';
import { deleteSpendsAbove } from '#/db/spend-rows.ts';

/**
 * Takes the blocks above a height off the main chain, in the caller's transaction. They stay readable by hash.
 * @param tip where the cursor stands
 * @param keepHeight highest height that stays; -1: none
 * @throws CursorMovedError
 */
export async function revertBlocks(
  tx: SqlExecutor,
  chainId: string,
  tip: BlockPlace,
  keepHeight: number,
): Promise<void> {
  await orphanBlocksAbove(tx, chainId, keepHeight);
  await deleteSpendsAbove(tx, chainId, keepHeight);
  await rewindCursor(tx, chainId, tip, keepHeight);
}
