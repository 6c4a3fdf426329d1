import { advanceCursor, type BlockPlace, isEmptyAbove } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import { upsertMainBlocks } from '#/db/block-rows.ts';
import { insertOutbox } from '#/db/outbox-rows.ts';
import { insertSpends } from '#/db/spend-rows.ts';
import { insertTransactions } from '#/db/transaction-rows.ts';
import type { FollowedBlock } from './followed-block.ts';

/**
 * Writes consecutive blocks behind the cursor: rows, payload, bells and cursor, all in the caller's transaction.
 * @param parent where the cursor stands; null: nowhere yet
 * @throws CursorMovedError
 */
export async function applyBlocks(
  tx: SqlExecutor,
  chainId: string,
  parent: BlockPlace | null,
  followed: readonly FollowedBlock[],
): Promise<void> {
  const blocks = followed.map(({ block }) => block);
  await advanceCursor(
    tx,
    chainId,
    parent,
    blocks.map((block) => ({ height: block.height, hash: hex(block.hash), time: Number(block.time) })),
  );
  // Blocks that a reorganisation removed keep their rows, and may come back.
  const areNew = await isEmptyAbove(tx, { table: 'block', chainId, height: parent?.height ?? -1 }, blocks.length);
  await upsertMainBlocks(tx, followed, areNew);
  await insertTransactions(
    tx,
    blocks.flatMap(({ transactions }) => transactions),
    areNew,
  );
  await insertSpends(tx, followed);
  await insertOutbox(tx, blocks);
}
