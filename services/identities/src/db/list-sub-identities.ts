import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { IDENTITY_KEYS, type IdentityKey } from './find-identities.ts';
import { type IdentityInForce, IN_FORCE_COLUMNS, REVISION_IN_FORCE } from './in-force.ts';

const PAGE_KEYS = describeKeys({
  ...IDENTITY_KEYS.types,
  /** Ordinal of the last row of the page before; null: from the start. */
  after: 'integer?',
  limit: 'integer',
});
export type SubIdentitiesRequest = KeyOf<typeof PAGE_KEYS>;

export async function listSubIdentities(
  db: SqlExecutor,
  requests: readonly SubIdentitiesRequest[],
): Promise<IdentityInForce[][]> {
  return PAGE_KEYS.list<IdentityInForce>(
    db,
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
    requests,
  );
}

export async function countSubIdentities(db: SqlExecutor, keys: readonly IdentityKey[]): Promise<number[]> {
  const rows = await IDENTITY_KEYS.find<{ count: number }>(
    db,
    `SELECT wanted.key, counted.count FROM ${IDENTITY_KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM identity
             WHERE chain = wanted.chain AND parent_id = wanted.identity_address
               AND registered_height <= wanted.height) counted`,
    keys,
  );
  return rows.map((row) => row?.count ?? 0);
}
