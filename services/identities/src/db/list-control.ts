import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityVersionRow, VERSION_BLOCK, VERSION_COLUMNS } from './in-force.ts';
import type { HolderRole } from './tables.ts';

const KEYS = describeKeys({
  chainId: 'text',
  height: 'integer',
  role: 'text',
  holder: 'text',
  fromHeight: 'integer',
  toHeight: 'integer',
});
export type ControlKey = KeyOf<typeof KEYS> & { role: HolderRole };

const PAGE_KEYS = describeKeys({
  ...KEYS.types,
  /** i-address of the last row of the page before; empty: from the start. */
  after: 'text',
  limit: 'integer',
});
export type ControlRequest = KeyOf<typeof PAGE_KEYS> & { role: HolderRole };

/** `latest` = the revision in force; `first` = the first one of the range. Both only if they name the holder. */
export type ControlChoice = 'latest' | 'first';

const NAMES_HOLDER = `CASE wanted.role WHEN 'PRIMARY' THEN wanted.holder = ANY (primary_addresses)
                            WHEN 'REVOCATION' THEN wanted.holder = revocation_authority
                            ELSE wanted.holder = recovery_authority END`;

const CHOSEN: Record<ControlChoice, string> = {
  latest: `
    SELECT * FROM (
      SELECT * FROM identity_revision
       WHERE chain = wanted.chain AND identity_address = held.address AND height <= wanted.height
       ORDER BY height DESC, version DESC LIMIT 1) in_force
     WHERE height BETWEEN wanted.from_height AND wanted.to_height AND ${NAMES_HOLDER}`,
  // The revision that ends a span may have another one in its own block, which still names the holder.
  first: `
    SELECT named.* FROM identity_holder span
     CROSS JOIN LATERAL (
           SELECT * FROM identity_revision
            WHERE chain = wanted.chain AND identity_address = held.address AND ${NAMES_HOLDER}
              AND height BETWEEN greatest(wanted.from_height, span.from_height) AND least(wanted.to_height, span.to_height)
            ORDER BY height, version LIMIT 1) named
     WHERE span.chain = wanted.chain AND span.identity_address = held.address
       AND span.role = wanted.role AND span.holder = wanted.holder
     ORDER BY span.from_version LIMIT 1`,
};

/** Each identity of the holder is one probe of the index, so that a page reads no more of them, whatever the planner expects. */
function chosenAfter(choice: ControlChoice, start: string): string {
  const next = (address: string) => `
      SELECT identity_address AS address FROM identity_holder
       WHERE chain = wanted.chain AND role = wanted.role AND holder = wanted.holder
         AND identity_address COLLATE "C" > ${address}
       ORDER BY chain, role, holder, identity_address COLLATE "C" LIMIT 1`;
  return `
    WITH RECURSIVE held AS (
      (${next(start)})
      UNION ALL
      SELECT following.address FROM held CROSS JOIN LATERAL (${next('held.address')}) following
    )
    SELECT chosen.* FROM held CROSS JOIN LATERAL (${CHOSEN[choice]}) chosen`;
}

export async function listControl(
  db: SqlExecutor,
  choice: ControlChoice,
  requests: readonly ControlRequest[],
): Promise<IdentityVersionRow[][]> {
  return PAGE_KEYS.list<IdentityVersionRow>(
    db,
    `SELECT wanted.key, ${VERSION_COLUMNS} FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (${chosenAfter(choice, 'wanted.after')} LIMIT wanted."limit") r
      ${VERSION_BLOCK}
      ORDER BY wanted.key, r.identity_address COLLATE "C"`,
    requests,
  );
}

export async function countControl(
  db: SqlExecutor,
  choice: ControlChoice,
  keys: readonly ControlKey[],
): Promise<number[]> {
  const rows = await KEYS.find<{ count: number }>(
    db,
    `SELECT wanted.key, counted.count FROM ${KEYS.sql}
      CROSS JOIN LATERAL (SELECT count(*)::integer AS count FROM (${chosenAfter(choice, "''")}) controlled) counted`,
    keys,
  );
  return rows.map((row) => row?.count ?? 0);
}
