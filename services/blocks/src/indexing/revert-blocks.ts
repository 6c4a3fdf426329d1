import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { orphanBlocksAbove } from '#/db/block-rows.ts';
import { returnFromBlocks } from '#/db/pool-blocks.ts';
import { deleteProducedAbove } from '#/db/produced-rows.ts';
import { deleteSpendsAbove } from '#/db/spend-rows.ts';

/** The blocks stay readable by hash, unlike the rows of other services. -1 reverts all. */
export async function revertBlocks(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await orphanBlocksAbove(tx, chainId, keepHeight);
  await deleteSpendsAbove(tx, chainId, keepHeight);
  await deleteProducedAbove(tx, chainId, keepHeight);
  await returnFromBlocks(tx, chainId, keepHeight);
}
