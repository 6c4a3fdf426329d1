import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

const KEYS = describeKeys({ chainId: 'text', height: 'integer' });
export type ChainHeight = KeyOf<typeof KEYS>;

/** Equal to the last ordinal at the height. One query, in the order of the keys. */
export async function countIdentities(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<number[]> {
  const rows = await KEYS.find<{ ordinal: number }>(
    db,
    `SELECT wanted.key, newest.ordinal FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT ordinal FROM identity
             WHERE identity.chain = wanted.chain AND registered_height <= wanted.height
             ORDER BY registered_height DESC, ordinal DESC LIMIT 1) AS newest`,
    keys,
  );
  return rows.map((row) => row?.ordinal ?? 0);
}
