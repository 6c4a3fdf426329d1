import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { blocksByHash, PARENT_OF_BRANCH } from './place-sql.ts';

const PLACE = `height, encode(hash, 'hex') AS hash`;

/** Newest first; unknown heights are left out. */
export async function listMainBlocksAt(
  db: SqlExecutor,
  chainId: string,
  heights: readonly number[],
): Promise<BlockPlace[]> {
  return await db.$queryRawUnsafe<BlockPlace[]>(
    `SELECT ${PLACE} FROM block WHERE chain = ${chainNumber(1)} AND main AND height = ANY($2::integer[]) ORDER BY height DESC`,
    chainId,
    heights,
  );
}

/** @returns null for an unknown block, and for a branch that shares no block with the main chain */
export async function findMainAncestor(db: SqlExecutor, chainId: string, hash: string): Promise<BlockPlace | null> {
  const rows = await db.$queryRawUnsafe<BlockPlace[]>(
    `WITH RECURSIVE branch AS (
       SELECT chain, height, hash, previous_hash, main
         FROM ${blocksByHash("decode($2, 'hex')")} AS block WHERE chain = ${chainNumber(1)}
       UNION ALL
       SELECT parent.* FROM branch ${PARENT_OF_BRANCH} WHERE NOT branch.main)
     SELECT ${PLACE} FROM branch WHERE main`,
    chainId,
    hash,
  );
  return rows[0] ?? null;
}

/** Unix seconds, lowest block first. @param count fewer on a young chain */
export async function listTimesUpTo(
  db: SqlExecutor,
  chainId: string,
  height: number,
  count: number,
): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ time: number }[]>(
    `SELECT time FROM block WHERE chain = ${chainNumber(1)} AND main AND height > $2::integer - $3::integer AND height <= $2
      ORDER BY height`,
    chainId,
    height,
    count,
  );
  return rows.map(({ time }) => time);
}

export async function findAnyBlock(db: SqlExecutor, chainId: string, hash: string): Promise<BlockPlace | null> {
  const rows = await db.$queryRawUnsafe<BlockPlace[]>(
    `SELECT ${PLACE} FROM ${blocksByHash("decode($2, 'hex')")} AS block WHERE chain = ${chainNumber(1)}`,
    chainId,
    hash,
  );
  return rows[0] ?? null;
}
