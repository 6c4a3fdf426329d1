import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
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

/** The same for many heights in one look-up; in the order of the keys. */
export async function findAppliedAtHeights(
  db: SqlExecutor,
  keys: readonly { chainId: string; height: number }[],
): Promise<(AppliedBlock | null)[]> {
  const rows = await db.$queryRawUnsafe<(AppliedBlock & { chainId: string })[]>(
    // A join would be planned as a scan of the whole table.
    `SELECT found.* FROM unnest($1::text[], $2::integer[]) AS wanted (chain_id, height)
      CROSS JOIN LATERAL (SELECT chain_id AS "chainId", ${COLUMNS} FROM applied_block
                           WHERE applied_block.chain_id = wanted.chain_id AND applied_block.height = wanted.height
                             AND removed_at IS NULL LIMIT 1) AS found`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ height }) => height),
  );
  const found = new Map(rows.map((row) => [`${row.chainId} ${row.height}`, row]));
  return keys.map(({ chainId, height }) => found.get(`${chainId} ${height}`) ?? null);
}

/** A block by hash, also one that a reorganisation removed; null if never applied here. */
export async function findAppliedByHash(db: SqlExecutor, chainId: string, hash: string): Promise<AppliedBlock | null> {
  const rows = await db.$queryRawUnsafe<AppliedBlock[]>(
    // OFFSET 0: by the index of hashes, also before Postgres has counted the rows; else it may go through all blocks of the chain.
    `SELECT ${COLUMNS} FROM (SELECT * FROM applied_block WHERE hash = $2 OFFSET 0) named WHERE chain_id = $1`,
    chainId,
    hash,
  );
  return rows[0] ?? null;
}
