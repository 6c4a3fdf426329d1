import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityInForce, IN_FORCE_COLUMNS, REVISION_IN_FORCE } from './in-force.ts';
import type { HolderRole } from './tables.ts';

export interface HolderKey {
  chainId: string;
  height: number;
  role: HolderRole;
  holder: string;
}

export interface ControlledRequest extends HolderKey {
  /** Ordinal of the last row of the page before; null: from the start. */
  after: number | null;
  limit: number;
}

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

const HOLDER_KEYS = describeKeys<HolderKey>({ chainId: 'text', height: 'integer', role: 'text', holder: 'text' });
const PAGE_KEYS = describeKeys<ControlledRequest>({
  chainId: 'text',
  height: 'integer',
  role: 'text',
  holder: 'text',
  after: 'integer',
  limit: 'integer',
});

export async function listControlled(
  db: SqlExecutor,
  requests: readonly ControlledRequest[],
): Promise<IdentityInForce[][]> {
  const rows = await db.$queryRawUnsafe<(IdentityInForce & { key: number })[]>(
    `SELECT wanted.key, ${IN_FORCE_COLUMNS} FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (${PAGE}) held
       JOIN identity i ON i.chain = wanted.chain AND i.identity_address = held.identity_address
      ${REVISION_IN_FORCE}
      ORDER BY wanted.key, i.ordinal DESC`,
    ...PAGE_KEYS.values(requests),
  );
  return rowsOfKeys(requests, rows);
}

export async function countControlled(db: SqlExecutor, keys: readonly HolderKey[]): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; count: number }[]>(
    `SELECT wanted.key, counted.count FROM ${HOLDER_KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM identity_holder
             WHERE chain = wanted.chain AND role = wanted.role AND holder = wanted.holder
               AND from_height <= wanted.height AND (to_height IS NULL OR to_height > wanted.height)) counted`,
    ...HOLDER_KEYS.values(keys),
  );
  return rowOfKeys(keys, rows).map((row) => row?.count ?? 0);
}
