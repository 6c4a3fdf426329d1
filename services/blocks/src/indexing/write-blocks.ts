import { isEmptyAbove } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { upsertMainBlocks } from '#/db/block-rows.ts';
import { insertOutbox } from '#/db/outbox-rows.ts';
import { leaveIntoBlocks } from '#/db/pool-blocks.ts';
import { catchUpProduced, insertProducedBlocks } from '#/db/produced-rows.ts';
import { widenSizeFill } from '#/db/size-fill.ts';
import { insertSpends } from '#/db/spend-rows.ts';
import { insertTransactions } from '#/db/transaction-rows.ts';
import type { PreparedBatch } from './prepare-blocks.ts';

/** Writes the rows of a batch in bulk, its outbox, and the stays that its blocks end in the mempool. */
export async function writeBlocks(
  tx: SqlExecutor,
  chainId: string,
  { parent, blocks: read }: Pick<PreparedBatch, 'parent' | 'blocks'>,
): Promise<void> {
  const blocks = read.map(({ block }) => block);
  // Blocks that a reorganisation removed keep their rows, and may come back.
  const areNew = await isEmptyAbove(
    tx,
    { table: 'block', of: { chainId }, height: parent?.height ?? -1 },
    blocks.length,
  );
  const olderAbove = await catchUpProduced(tx, chainId, parent);
  if (olderAbove !== null) await widenSizeFill(tx, chainId, olderAbove + 1);
  await upsertMainBlocks(tx, read, areNew);
  await insertTransactions(
    tx,
    blocks.flatMap(({ transactions }) => transactions),
    areNew,
  );
  await insertSpends(tx, read);
  await insertProducedBlocks(tx, chainId, blocks);
  await leaveIntoBlocks(tx, chainId, blocks);
  await insertOutbox(tx, blocks);
}
