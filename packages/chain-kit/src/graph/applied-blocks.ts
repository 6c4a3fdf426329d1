import type { BlockPlace } from '#/chain/cursor.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

export interface AppliedBlock extends BlockPlace {
  serial: bigint;
  removed: boolean;
}

const COLUMNS = 'height, hash, serial, removed_at IS NOT NULL AS removed';

/** The block in force at a height; null above the cursor. */
export async function findAppliedAtHeight(
  db: SqlExecutor,
  chainId: string,
  height: number,
): Promise<AppliedBlock | null> {
  const rows = await db.$queryRawUnsafe<AppliedBlock[]>(
    `SELECT ${COLUMNS} FROM applied_block WHERE chain_id = $1 AND height = $2 AND removed_at IS NULL`,
    chainId,
    height,
  );
  return rows[0] ?? null;
}

/** A block by hash, also one that a reorganisation removed; null if never applied here. */
export async function findAppliedByHash(db: SqlExecutor, chainId: string, hash: string): Promise<AppliedBlock | null> {
  const rows = await db.$queryRawUnsafe<AppliedBlock[]>(
    `SELECT ${COLUMNS} FROM applied_block WHERE chain_id = $1 AND hash = $2`,
    chainId,
    hash,
  );
  return rows[0] ?? null;
}
