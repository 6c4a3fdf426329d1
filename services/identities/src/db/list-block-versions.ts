import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { groupByPlace } from './group-by-place.ts';
import { type IdentityVersionRow, VERSION_COLUMNS } from './revision-columns.ts';

export interface BlockVersionsRequest {
  chainId: string;
  hash: string;
  /** A block above it does not exist for the request. */
  heightMax: number;
  limit: number;
  offset: number;
}

/** Revisions that stand in each block, in the block's order; none for a block that is not on the main chain. One query. */
export async function listBlockVersions(
  db: SqlExecutor,
  requests: readonly BlockVersionsRequest[],
): Promise<IdentityVersionRow[][]> {
  const rows = await db.$queryRawUnsafe<(IdentityVersionRow & { place: number })[]>(
    `SELECT wanted.place::integer AS place, ${VERSION_COLUMNS}
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[])
            WITH ORDINALITY AS wanted (chain_id, hash, height_max, rows_max, rows_skipped, place)
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) b
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision WHERE chain_id = wanted.chain_id AND height = b.height
             ORDER BY tx_index, vout LIMIT wanted.rows_max OFFSET wanted.rows_skipped) r
      WHERE b.chain = ${chainNumberOf('wanted.chain_id')} AND b.height <= wanted.height_max
      ORDER BY wanted.place, r.tx_index, r.vout`,
    requests.map((request) => request.chainId),
    requests.map((request) => request.hash),
    requests.map((request) => request.heightMax),
    requests.map((request) => request.limit),
    requests.map((request) => request.offset),
  );
  return groupByPlace(rows, requests.length);
}
