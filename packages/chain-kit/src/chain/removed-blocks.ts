// Blocks that the main chain has left are distinguished from unknown ones.
import type { TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { insertRows, send } from '#/db/insert-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { bytes } from '#/hex.ts';
import { numberChain } from './chain-numbers.ts';

const REMOVED_COLUMNS = { removed_at: 'timestamptz', height: 'integer', time: 'oid', chain: 'smallint', hash: 'bytea' };

export async function removeAbove(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `WITH removed AS (DELETE FROM applied_block WHERE chain = $1 AND height > $2 RETURNING height, time, chain, hash)
     INSERT INTO removed_block (removed_at, height, time, chain, hash) SELECT now(), height, time, chain, hash FROM removed`,
    chain,
    keepHeight,
  );
}

export async function forgetReturned(tx: SqlExecutor, chain: number, first: number, last: number): Promise<void> {
  await send(
    tx,
    `DELETE FROM removed_block removed
      WHERE chain = $1 AND height >= $2 AND height <= $3
        AND hash = (SELECT hash FROM applied_block WHERE chain = $1 AND height = removed.height)`,
    [chain, first, last],
  );
}

export async function insertRemoved(tx: SqlExecutor, chainId: string, blocks: readonly TimedPlace[]): Promise<void> {
  const chain = await numberChain(tx, chainId);
  const removedAt = new Date().toISOString();
  await insertRows(
    tx,
    'removed_block',
    REMOVED_COLUMNS,
    blocks.map(({ height, hash, time }) => [removedAt, height, time, chain, bytes(hash)]),
    'ON CONFLICT DO NOTHING',
  );
}
