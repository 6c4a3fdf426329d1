import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityInForce, IN_FORCE_COLUMNS, REVISION_IN_FORCE } from './in-force.ts';
import type { HolderRole } from './tables.ts';

const HOLDER_KEYS = describeKeys({ chainId: 'text', height: 'integer', role: 'text', holder: 'text' });
export type HolderKey = KeyOf<typeof HOLDER_KEYS> & { role: HolderRole };

const PAGE_KEYS = describeKeys({
  ...HOLDER_KEYS.types,
  /** Ordinal of the last row of the page before; null: from the start. */
  after: 'integer?',
  limit: 'integer',
});
export type ControlledRequest = KeyOf<typeof PAGE_KEYS>;

/** Open spans come from one index range that ends with the page. Ended ones are few near the tip; for an old height all are read. */
const PAGE = `
  SELECT identity_address, ordinal FROM (
    (SELECT identity_address, ordinal FROM identity_holder
      WHERE chain = wanted.chain AND role = wanted.role AND holder = wanted.holder AND to_height IS NULL
        AND from_height <= wanted.height
        -- Ordinals rise with heights: what was registered since the height is not even looked at.
        AND ordinal < coalesce(wanted.after, 1 + (
              SELECT ordinal FROM identity newest
               WHERE newest.chain = wanted.chain AND newest.registered_height <= wanted.height
               ORDER BY newest.registered_height DESC, newest.ordinal DESC LIMIT 1))
      ORDER BY to_height DESC, ordinal DESC LIMIT wanted."limit")
    UNION ALL
    (SELECT identity_address, ordinal FROM identity_holder
      WHERE chain = wanted.chain AND role = wanted.role AND holder = wanted.holder AND to_height > wanted.height
        AND from_height <= wanted.height AND (wanted.after IS NULL OR ordinal < wanted.after)
      ORDER BY ordinal DESC LIMIT wanted."limit")
  ) spans ORDER BY ordinal DESC LIMIT wanted."limit"`;

export async function listControlled(
  db: SqlExecutor,
  requests: readonly ControlledRequest[],
): Promise<IdentityInForce[][]> {
  return PAGE_KEYS.list<IdentityInForce>(
    db,
    `SELECT wanted.key, ${IN_FORCE_COLUMNS} FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (${PAGE}) held
       JOIN identity i ON i.chain = wanted.chain AND i.identity_address = held.identity_address
      ${REVISION_IN_FORCE}
      ORDER BY wanted.key, i.ordinal DESC`,
    requests,
  );
}

export async function countControlled(db: SqlExecutor, keys: readonly HolderKey[]): Promise<number[]> {
  const rows = await HOLDER_KEYS.find<{ count: number }>(
    db,
    `SELECT wanted.key, counted.count FROM ${HOLDER_KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM identity_holder
             WHERE chain = wanted.chain AND role = wanted.role AND holder = wanted.holder
               AND from_height <= wanted.height AND (to_height IS NULL OR to_height > wanted.height)) counted`,
    keys,
  );
  return rows.map((row) => row?.count ?? 0);
}
