import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';
import { numberChain } from '#/chain/chain-numbers.ts';
import { advanceCursor, type Cursor, rewindCursor } from '#/chain/cursor.ts';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import type { BlockHandler, WriteRows } from './block-handler.ts';

/** Time limits of a transaction that applies blocks. The default of Prisma is much shorter, and a busy machine exceeds it. */
export const PATIENCE = { maxWait: 120_000, timeout: 120_000 };

/** Consecutive blocks that are ready to be written. */
export interface ReadyBatch<Tx> {
  /** At least one, or there is nothing to apply. */
  places: readonly TimedPlace[];
  write: WriteRows<Tx>;
}

/**
 * Applies a batch: one transaction moves the cursor first and then writes the rows. So no other transaction writes rows above the cursor.
 * @param cursor current cursor; null: nothing is applied yet
 * @returns the new cursor
 * @throws CursorMovedError
 */
export async function applyBatch<Tx extends SqlExecutor>(
  db: SqlClient<Tx>,
  chainId: string,
  cursor: Cursor | null,
  { places, write }: ReadyBatch<Tx>,
): Promise<Cursor> {
  if (cursor === null) await numberChain(db, chainId);
  const moved = await db.$transaction(async (tx) => {
    const next = await advanceCursor(tx, chainId, cursor, places);
    await write(tx);
    return next;
  }, PATIENCE);
  write.committed?.();
  return moved;
}

/**
 * Reverts to a height: one transaction removes the rows above it and then moves the cursor back.
 * @param cursor current cursor
 * @param keepHeight highest height that stays applied; -1: none
 * @throws CursorMovedError
 */
export function revertTo<Tx extends SqlExecutor>(
  db: SqlClient<Tx>,
  handler: BlockHandler<Tx>,
  network: Network,
  cursor: BlockPlace,
  keepHeight: number,
): Promise<void> {
  return db.$transaction(async (tx) => {
    await handler.revert(tx, network, keepHeight);
    await rewindCursor(tx, network.chainId, cursor, keepHeight);
  }, PATIENCE);
}
