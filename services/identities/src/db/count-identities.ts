import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface ChainHeight {
  chainId: string;
  height: number;
}

const KEYS = describeKeys<ChainHeight>({ chainId: 'text', height: 'integer' });

/** Equal to the last ordinal at the height. One query, in the order of the keys. */
export async function countIdentities(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; ordinal: number }[]>(
    `SELECT wanted.key, newest.ordinal FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
            SELECT ordinal FROM identity
             WHERE identity.chain = wanted.chain AND registered_height <= wanted.height
             ORDER BY registered_height DESC, ordinal DESC LIMIT 1) AS newest`,
    ...KEYS.values(keys),
  );
  return rowOfKeys(keys, rows).map((row) => row?.ordinal ?? 0);
}
