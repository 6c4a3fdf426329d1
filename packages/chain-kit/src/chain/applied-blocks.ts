import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { chainNumber } from './chain-numbers.ts';
import { describeKeys, type KeyOf } from './key-list.ts';

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

const HEIGHT_KEYS = describeKeys({ chainId: 'text', height: 'integer' });

export async function findAppliedAtHeights(
  db: SqlExecutor,
  keys: readonly KeyOf<typeof HEIGHT_KEYS>[],
): Promise<(AppliedBlock | null)[]> {
  const rows = await HEIGHT_KEYS.find<AppliedBlock>(
    db,
    // A join would be planned as a scan of the whole table.
    `SELECT wanted.key, found.* FROM ${HEIGHT_KEYS.sql}
      CROSS JOIN LATERAL (SELECT ${PLACE}, serial FROM applied_block
                           WHERE chain = wanted.chain AND applied_block.height = wanted.height LIMIT 1) AS found`,
    keys,
  );
  return rows.map((row) => row ?? null);
}

const HASH_KEYS = describeKeys({ chainId: 'text', hash: 'text' });

/** In the order of the keys, null for a block that is not in force. */
export async function findHeightsByHash(
  db: SqlExecutor,
  keys: readonly KeyOf<typeof HASH_KEYS>[],
): Promise<(number | null)[]> {
  const rows = await HASH_KEYS.find<{ height: number }>(
    db,
    `SELECT wanted.key, named.height FROM ${HASH_KEYS.sql}
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE hash = decode(wanted.hash, 'hex') OFFSET 0) AS named
      WHERE named.chain = wanted.chain`,
    keys,
  );
  return rows.map((row) => row?.height ?? null);
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
