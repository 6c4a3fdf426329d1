import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { groupByPlace } from './group-by-place.ts';
import { type IdentityVersionRow, VERSION_BLOCK, VERSION_COLUMNS } from './revision-columns.ts';

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

const PAGES: Record<HistoryOrder, string> = {
  'oldest-first': `
  SELECT wanted.place::integer AS place, ${VERSION_COLUMNS}
    FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
         WITH ORDINALITY AS wanted (chain_id, address, start_height, start_version, end_height, rows_max, place)
   CROSS JOIN LATERAL (
         SELECT * FROM identity_revision
          WHERE (chain_id, identity_address, height, version)
                > (wanted.chain_id, wanted.address, wanted.start_height, wanted.start_version)
            AND (chain_id, identity_address, height) <= (wanted.chain_id, wanted.address, wanted.end_height)
          ORDER BY chain_id ASC, identity_address ASC, height ASC, version ASC
          LIMIT wanted.rows_max) r
   ${VERSION_BLOCK}
   ORDER BY wanted.place, r.version ASC`,
  'newest-first': `
  SELECT wanted.place::integer AS place, ${VERSION_COLUMNS}
    FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
         WITH ORDINALITY AS wanted (chain_id, address, start_height, start_version, end_height, rows_max, place)
   CROSS JOIN LATERAL (
         SELECT * FROM identity_revision
          WHERE (chain_id, identity_address, height, version)
                < (wanted.chain_id, wanted.address, wanted.start_height, wanted.start_version)
            AND (chain_id, identity_address, height) >= (wanted.chain_id, wanted.address, wanted.end_height)
          ORDER BY chain_id DESC, identity_address DESC, height DESC, version DESC
          LIMIT wanted.rows_max) r
   ${VERSION_BLOCK}
   ORDER BY wanted.place, r.version DESC`,
};

/** A page per request; each begins with an index probe, however far into the history. One query. */
export async function listHistories(
  db: SqlExecutor,
  order: HistoryOrder,
  requests: readonly HistoryRequest[],
): Promise<IdentityVersionRow[][]> {
  const starts = requests.map(({ fromHeight, toHeight, after }) => after ?? startOf(order, fromHeight, toHeight));
  const rows = await db.$queryRawUnsafe<(IdentityVersionRow & { place: number })[]>(
    PAGES[order],
    requests.map((request) => request.chainId),
    requests.map((request) => request.identityAddress),
    starts.map(({ height }) => height),
    starts.map(({ version }) => version),
    requests.map(({ fromHeight, toHeight }) => (order === 'oldest-first' ? toHeight : fromHeight)),
    requests.map((request) => request.limit),
  );
  return groupByPlace(rows, requests.length);
}

/** The place before the first row. There is one bound on that side: with two, Postgres would begin at one and read on to the other. */
function startOf(order: HistoryOrder, fromHeight: number, toHeight: number): { height: number; version: number } {
  return order === 'oldest-first' ? { height: fromHeight, version: 0 } : { height: toHeight + 1, version: 0 };
}
