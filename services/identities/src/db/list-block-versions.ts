import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityVersionRow, VERSION_COLUMNS } from './in-force.ts';

const KEYS = describeKeys({
  chainId: 'text',
  hash: 'text',
  /** A block above it does not exist for the request. */
  heightMax: 'integer',
  limit: 'integer',
  offset: 'integer',
});
export type BlockVersionsRequest = KeyOf<typeof KEYS>;

/** In the block's order; none for a block that is not on the main chain. */
export async function listBlockVersions(
  db: SqlExecutor,
  requests: readonly BlockVersionsRequest[],
): Promise<IdentityVersionRow[][]> {
  return KEYS.list<IdentityVersionRow>(
    db,
    `SELECT wanted.key, ${VERSION_COLUMNS} FROM ${KEYS.sql}
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) b
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision WHERE chain = wanted.chain AND height = b.height
             ORDER BY tx_index, vout LIMIT wanted."limit" OFFSET wanted."offset") r
      WHERE b.chain = wanted.chain AND b.height <= wanted.height_max
      ORDER BY wanted.key, r.tx_index, r.vout`,
    requests,
  );
}
