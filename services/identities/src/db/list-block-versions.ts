import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityVersionRow, VERSION_COLUMNS } from './in-force.ts';

export interface BlockVersionsRequest {
  chainId: string;
  hash: string;
  /** A block above it does not exist for the request. */
  heightMax: number;
  limit: number;
  offset: number;
}

const KEYS = describeKeys<BlockVersionsRequest>({
  chainId: 'text',
  hash: 'text',
  heightMax: 'integer',
  limit: 'integer',
  offset: 'integer',
});

/** In the block's order; none for a block that is not on the main chain. */
export async function listBlockVersions(
  db: SqlExecutor,
  requests: readonly BlockVersionsRequest[],
): Promise<IdentityVersionRow[][]> {
  const rows = await db.$queryRawUnsafe<(IdentityVersionRow & { key: number })[]>(
    `SELECT wanted.key, ${VERSION_COLUMNS} FROM ${KEYS.sql}
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) b
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision WHERE chain = wanted.chain AND height = b.height
             ORDER BY tx_index, vout LIMIT wanted."limit" OFFSET wanted."offset") r
      WHERE b.chain = wanted.chain AND b.height <= wanted.height_max
      ORDER BY wanted.key, r.tx_index, r.vout`,
    ...KEYS.values(requests),
  );
  return rowsOfKeys(requests, rows);
}
