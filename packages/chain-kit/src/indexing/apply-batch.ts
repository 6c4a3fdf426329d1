import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';
import { numberChain } from '#/chain/chain-numbers.ts';
import { advanceCursor, type Cursor, rewindCursor } from '#/chain/cursor.ts';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import type { BlockHandler, WriteRows } from './block-handler.ts';

export interface ReadyBatch<Tx> {
  places: readonly TimedPlace[];
  write: WriteRows<Tx>;
}

/** The cursor moves first, so no other one writes rows above it. @param cursor null: nothing is applied @throws CursorMovedError */
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
  });
  write.committed?.();
  return moved;
}

/** One transaction removes the rows and then moves the cursor back. @param keepHeight -1 keeps no block @throws CursorMovedError */
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
  });
}
