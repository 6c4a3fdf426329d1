import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { groupByPlace } from './group-by-place.ts';
import { type IdentityInForce, IN_FORCE_COLUMNS } from './identity-in-force.ts';
import type { HolderRole } from './identity-rows.ts';

/** A holder in a role, at a height of a chain. */
export interface HolderKey {
  chainId: string;
  height: number;
  role: HolderRole;
  holder: string;
}

/** One page of the identities that a holder has at its height. */
export interface ControlledRequest extends HolderKey {
  /** Ordinal of the last row of the page before; null: from the start. */
  after: number | null;
  limit: number;
}

/**
 * Spans of a wanted holder, of which the page is a part. Those that are open come out of one range of an index, newest identity first, and
 * the range ends with the page. Those that have ended since the height are few at the tip; for a height of long ago they are all looked at.
 */
const PAGE = `
  SELECT identity_address, ordinal FROM (
    (SELECT identity_address, ordinal FROM identity_holder
      WHERE chain_id = wanted.chain_id AND role = wanted.role AND holder = wanted.holder AND to_height IS NULL
        AND from_height <= wanted.height
        -- Ordinals rise with heights: what was registered since the height is not even looked at.
        AND ordinal < coalesce(wanted.below, 1 + (
              SELECT ordinal FROM identity newest
               WHERE newest.chain_id = wanted.chain_id AND newest.registered_height <= wanted.height
               ORDER BY newest.registered_height DESC, newest.ordinal DESC LIMIT 1))
      ORDER BY to_height DESC, ordinal DESC LIMIT wanted.rows_max)
    UNION ALL
    (SELECT identity_address, ordinal FROM identity_holder
      WHERE chain_id = wanted.chain_id AND role = wanted.role AND holder = wanted.holder AND to_height > wanted.height
        AND from_height <= wanted.height AND (wanted.below IS NULL OR ordinal < wanted.below)
      ORDER BY ordinal DESC LIMIT wanted.rows_max)
  ) spans ORDER BY ordinal DESC LIMIT wanted.rows_max`;

/** Newest registration first, a page per request. One query. */
export async function listControlled(
  db: SqlExecutor,
  requests: readonly ControlledRequest[],
): Promise<IdentityInForce[][]> {
  const rows = await db.$queryRawUnsafe<(IdentityInForce & { place: number })[]>(
    `SELECT wanted.place::integer AS place, ${IN_FORCE_COLUMNS}
       FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::integer[], $6::integer[])
            WITH ORDINALITY AS wanted (chain_id, height, role, holder, below, rows_max, place)
      CROSS JOIN LATERAL (${PAGE}) held
       JOIN identity i ON i.chain_id = wanted.chain_id AND i.identity_address = held.identity_address
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain_id = i.chain_id AND identity_address = i.identity_address AND height <= wanted.height
             ORDER BY height DESC, version DESC LIMIT 1) r
      ORDER BY wanted.place, i.ordinal DESC`,
    requests.map((request) => request.chainId),
    requests.map((request) => request.height),
    requests.map((request) => request.role),
    requests.map((request) => request.holder),
    requests.map((request) => request.after),
    requests.map((request) => request.limit),
  );
  return groupByPlace(rows, requests.length);
}

/** Counts the identities that each holder has. One query. */
export async function countControlled(db: SqlExecutor, keys: readonly HolderKey[]): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ place: number; count: number }[]>(
    `SELECT wanted.place::integer AS place, counted.count
       FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[])
            WITH ORDINALITY AS wanted (chain_id, height, role, holder, place)
      CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM identity_holder
             WHERE chain_id = wanted.chain_id AND role = wanted.role AND holder = wanted.holder
               AND from_height <= wanted.height AND (to_height IS NULL OR to_height > wanted.height)) counted`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.height),
    keys.map((key) => key.role),
    keys.map((key) => key.holder),
  );
  const counts = new Map(rows.map((row) => [row.place, row.count]));
  return keys.map((_, index) => counts.get(index + 1) ?? 0);
}
