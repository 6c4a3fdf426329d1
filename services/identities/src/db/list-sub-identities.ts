import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { IdentityKey } from './find-identities.ts';
import { groupByPlace } from './group-by-place.ts';
import { type IdentityInForce, IN_FORCE_COLUMNS } from './identity-in-force.ts';

/** One page of the identities below `identityAddress`, as of its height. */
export interface SubIdentitiesRequest extends IdentityKey {
  /** Ordinal of the last row of the page before; null: from the start. */
  after: number | null;
  limit: number;
}

/** Newest registration first, a page per request. One query. */
export async function listSubIdentities(
  db: SqlExecutor,
  requests: readonly SubIdentitiesRequest[],
): Promise<IdentityInForce[][]> {
  const rows = await db.$queryRawUnsafe<(IdentityInForce & { place: number })[]>(
    `SELECT wanted.place::integer AS place, ${IN_FORCE_COLUMNS}
       FROM unnest($1::text[], $2::integer[], $3::text[], $4::integer[], $5::integer[])
            WITH ORDINALITY AS wanted (chain_id, height, parent_id, below, rows_max, place)
      CROSS JOIN LATERAL (
            SELECT * FROM identity
             WHERE chain_id = wanted.chain_id AND parent_id = wanted.parent_id
               -- Ordinals rise with heights: what was registered since the height is not even looked at.
               AND ordinal < coalesce(wanted.below, 1 + (
                     SELECT ordinal FROM identity newest
                      WHERE newest.chain_id = wanted.chain_id AND newest.registered_height <= wanted.height
                      ORDER BY newest.registered_height DESC, newest.ordinal DESC LIMIT 1))
             ORDER BY ordinal DESC LIMIT wanted.rows_max) i
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain_id = i.chain_id AND identity_address = i.identity_address AND height <= wanted.height
             ORDER BY height DESC, version DESC LIMIT 1) r
      ORDER BY wanted.place, i.ordinal DESC`,
    requests.map((request) => request.chainId),
    requests.map((request) => request.height),
    requests.map((request) => request.identityAddress),
    requests.map((request) => request.after),
    requests.map((request) => request.limit),
  );
  return groupByPlace(rows, requests.length);
}

/** Counts the sub-identities of each. One query. */
export async function countSubIdentities(db: SqlExecutor, keys: readonly IdentityKey[]): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ place: number; count: number }[]>(
    `SELECT wanted.place::integer AS place, counted.count
       FROM unnest($1::text[], $2::integer[], $3::text[]) WITH ORDINALITY AS wanted (chain_id, height, parent_id, place)
      CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM identity
             WHERE chain_id = wanted.chain_id AND parent_id = wanted.parent_id
               AND registered_height <= wanted.height) counted`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.height),
    keys.map((key) => key.identityAddress),
  );
  const counts = new Map(rows.map((row) => [row.place, row.count]));
  return keys.map((_, index) => counts.get(index + 1) ?? 0);
}
