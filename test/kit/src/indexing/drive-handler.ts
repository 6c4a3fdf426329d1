import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import { applyBatch, revertTo } from '@ledgergraph/chain-kit/indexing/apply-batch';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

const BATCH_BLOCKS = 200;

export interface HandlerStand<Tx extends SqlExecutor> {
  db: SqlClient<Tx>;
  handler: BlockHandler<Tx>;
}

/** Behind the cursor, in the transactions of the indexer's loop. @param batchBlocks for each of them */
export async function applyBlocks<Tx extends SqlExecutor>(
  stand: HandlerStand<Tx>,
  network: Network,
  blocks: readonly Block[],
  batchBlocks = BATCH_BLOCKS,
): Promise<void> {
  for (let start = 0; start < blocks.length; start += batchBlocks) {
    const write = await prepareBlocks(stand, network, blocks.slice(start, start + batchBlocks));
    await write();
  }
}

/** The batch before may still be on its way to the database; the answer writes this one. */
export async function prepareBlocks<Tx extends SqlExecutor>(
  { db, handler }: HandlerStand<Tx>,
  network: Network,
  batch: readonly Block[],
): Promise<() => Promise<unknown>> {
  const write = await handler.prepare(db, network, batch, Promise.resolve());
  const places = batch.map(({ height, hash, time }) => ({ height, hash: hex(hash), time: Number(time) }));
  return async () => applyBatch(db, network.chainId, await findCursor(db, network.chainId), { places, write });
}

/** As the indexer's loop at a fork. @throws Error when nothing is applied */
export async function revertBlocks<Tx extends SqlExecutor>(
  { db, handler }: HandlerStand<Tx>,
  network: Network,
  keepHeight: number,
): Promise<void> {
  const cursor = await findCursor(db, network.chainId);
  if (cursor === null) throw new Error('nothing is applied that could be reverted');
  await revertTo(db, handler, network, cursor, keepHeight);
}
