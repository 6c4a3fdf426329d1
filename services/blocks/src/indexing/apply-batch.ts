import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { advanceCursor, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { saveNotarizedHash } from '#/db/node-tip.ts';
import { insertReorg } from '#/db/reorg-rows.ts';
import type { PreparedBatch } from './prepare-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/**
 * Readers never see a chain without the old or the new branch. The cursor moves before the pool is locked, so locks have one order.
 * @throws CursorMovedError
 */
export async function applyBatch<Tx extends SqlExecutor>(
  db: SqlClient<Tx>,
  chainId: string,
  batch: PreparedBatch,
): Promise<void> {
  const { parent, places, replaced } = batch;
  if (parent === null) await numberChain(db, chainId);
  return db.$transaction(async (tx) => {
    if (replaced !== null) await replaceBranch(tx, chainId, replaced);
    await advanceCursor(tx, chainId, parent, places);
    await writeBlocks(tx, chainId, batch);
  });
}

async function replaceBranch(
  tx: SqlExecutor,
  chainId: string,
  { oldTip, notarizedHash, reorg }: NonNullable<PreparedBatch['replaced']>,
): Promise<void> {
  await rewindCursor(tx, chainId, oldTip, reorg.forkHeight);
  await revertBlocks(tx, chainId, reorg.forkHeight);
  await insertReorg(tx, chainId, reorg);
  await saveNotarizedHash(tx, chainId, notarizedHash);
}
