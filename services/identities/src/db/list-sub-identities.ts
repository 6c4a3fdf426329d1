import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { IDENTITY_KEYS, type IdentityKey } from './find-identities.ts';
import { type IdentityInForce, IN_FORCE_COLUMNS, REVISION_IN_FORCE } from './in-force.ts';

export interface SubIdentitiesRequest extends IdentityKey {
  /** Ordinal of the last row of the page before; null: from the start. */
  after: number | null;
  limit: number;
}

const PAGE_KEYS = describeKeys<SubIdentitiesRequest>({
  chainId: 'text',
  height: 'integer',
  identityAddress: 'text',
  after: 'integer',
  limit: 'integer',
});

export async function listSubIdentities(
  db: SqlExecutor,
  requests: readonly SubIdentitiesRequest[],
): Promise<IdentityInForce[][]> {
  const rows = await db.$queryRawUnsafe<(IdentityInForce & { key: number })[]>(
    `SELECT wanted.key, ${IN_FORCE_COLUMNS} FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT * FROM identity
             WHERE chain = wanted.chain AND parent_id = wanted.identity_address
               -- Ordinals rise with heights: what was registered since the height is not even looked at.
               AND ordinal < coalesce(wanted.after, 1 + (
                     SELECT ordinal FROM identity newest
                      WHERE newest.chain = wanted.chain AND newest.registered_height <= wanted.height
                      ORDER BY newest.registered_height DESC, newest.ordinal DESC LIMIT 1))
             ORDER BY ordinal DESC LIMIT wanted."limit") i
      ${REVISION_IN_FORCE}
      ORDER BY wanted.key, i.ordinal DESC`,
    ...PAGE_KEYS.values(requests),
  );
  return rowsOfKeys(requests, rows);
}

export async function countSubIdentities(db: SqlExecutor, keys: readonly IdentityKey[]): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; count: number }[]>(
    `SELECT wanted.key, counted.count FROM ${IDENTITY_KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM identity
             WHERE chain = wanted.chain AND parent_id = wanted.identity_address
               AND registered_height <= wanted.height) counted`,
    ...IDENTITY_KEYS.values(keys),
  );
  return rowOfKeys(keys, rows).map((row) => row?.count ?? 0);
}
