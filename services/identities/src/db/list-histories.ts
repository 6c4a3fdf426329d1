import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { groupByPlace } from '#/db/group-by-place.ts';
import { type IdentityVersionRow, VERSION_COLUMNS } from '#/db/version-columns.ts';

export type HistoryOrder = 'oldest-first' | 'newest-first';

/** One page of one identity's revisions. */
export interface HistoryRequest {
  chainId: string;
  identityAddress: string;
  /** Revisions in blocks of these heights, both included. */
  fromHeight: number;
  toHeight: number;
  /** The last row of the page before; null: from the start. */
  after: { height: number; version: number } | null;
  limit: number;
}

/** A page per request; each begins with an index probe, however far into the history. One query. */
export async function listHistories(
  db: SqlExecutor,
  order: HistoryOrder,
  requests: readonly HistoryRequest[],
): Promise<IdentityVersionRow[][]> {
  const [beyond, direction] = order === 'oldest-first' ? ['>', 'ASC'] : ['<', 'DESC'];
  const rows = await db.$queryRawUnsafe<(IdentityVersionRow & { place: number })[]>(
    `SELECT wanted.place::integer AS place, ${VERSION_COLUMNS}
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[])
            WITH ORDINALITY AS wanted (chain_id, address, from_height, to_height, after_height, after_version, rows_max, place)
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain_id = wanted.chain_id AND identity_address = wanted.address
               AND height >= wanted.from_height AND height <= wanted.to_height
               AND (height, version) ${beyond} (wanted.after_height, wanted.after_version)
             ORDER BY height ${direction}, version ${direction} LIMIT wanted.rows_max) r
       JOIN applied_block b ON b.chain_id = r.chain_id AND b.height = r.height AND b.removed_at IS NULL
      ORDER BY wanted.place, r.version ${direction}`,
    requests.map((request) => request.chainId),
    requests.map((request) => request.identityAddress),
    requests.map((request) => request.fromHeight),
    requests.map((request) => request.toHeight),
    requests.map(({ after }) => after?.height ?? beforeFirst(order)),
    requests.map(({ after }) => after?.version ?? 0),
    requests.map((request) => request.limit),
  );
  return groupByPlace(rows, requests.length);
}

/** A height that no block has, before the first row in either direction. */
function beforeFirst(order: HistoryOrder): number {
  return order === 'oldest-first' ? -1 : 2 ** 31 - 1;
}
