import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { chainNumber, chainNumberOf } from './chain-numbers.ts';

export interface AppliedBlock extends BlockPlace {
  serial: bigint;
}

export interface KnownBlock extends BlockPlace {
  removed: boolean;
}

const PLACE = "height, encode(hash, 'hex') AS hash";

export async function findAppliedAtHeight(
  db: SqlExecutor,
  chainId: string,
  height: number,
): Promise<AppliedBlock | null> {
  const rows = await db.$queryRawUnsafe<AppliedBlock[]>(
    `SELECT ${PLACE}, serial FROM applied_block WHERE chain = ${chainNumber(1)} AND height = $2`,
    chainId,
    height,
  );
  return rows[0] ?? null;
}

export async function findAppliedAtHeights(
  db: SqlExecutor,
  keys: readonly { chainId: string; height: number }[],
): Promise<(AppliedBlock | null)[]> {
  const rows = await db.$queryRawUnsafe<(AppliedBlock & { chainId: string })[]>(
    // A join would be planned as a scan of the whole table.
    `SELECT wanted.chain_id AS "chainId", found.* FROM unnest($1::text[], $2::integer[]) AS wanted (chain_id, height)
      CROSS JOIN LATERAL (SELECT ${PLACE}, serial FROM applied_block
                           WHERE chain = ${chainNumberOf('wanted.chain_id')}
                             AND applied_block.height = wanted.height LIMIT 1) AS found`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ height }) => height),
  );
  const found = new Map(rows.map((row) => [`${row.chainId} ${row.height}`, row]));
  return keys.map(({ chainId, height }) => found.get(`${chainId} ${height}`) ?? null);
}

/** In the order of the keys, null for a block that is not in force. */
export async function findHeightsByHash(
  db: SqlExecutor,
  keys: readonly { chainId: string; hash: string }[],
): Promise<(number | null)[]> {
  const rows = await db.$queryRawUnsafe<{ keyIndex: number; height: number }[]>(
    `SELECT (wanted.key - 1)::integer AS "keyIndex", named.height
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, hash, key)
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE hash = decode(wanted.hash, 'hex') OFFSET 0) AS named
      WHERE named.chain = ${chainNumberOf('wanted.chain_id')}`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ hash }) => hash),
  );
  const found = new Map(rows.map(({ keyIndex, height }) => [keyIndex, height]));
  return keys.map((_, index) => found.get(index) ?? null);
}

/** Also a block that a reorganisation removed; null if never applied here. */
export async function findAppliedByHash(db: SqlExecutor, chainId: string, hash: string): Promise<KnownBlock | null> {
  // OFFSET 0 uses the index of hashes: without statistics Postgres may read all blocks of the chain.
  const named = (table: string): string =>
    `(SELECT * FROM ${table} WHERE hash = decode($2, 'hex') OFFSET 0) AS named WHERE chain = ${chainNumber(1)}`;
  const rows = await db.$queryRawUnsafe<KnownBlock[]>(
    `SELECT ${PLACE}, false AS removed FROM ${named('applied_block')}
      UNION ALL
     SELECT ${PLACE}, true FROM ${named('removed_block')}`,
    chainId,
    hash,
  );
  return rows[0] ?? null;
}
