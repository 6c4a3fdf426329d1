import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

const KEYS = describeKeys({ chainId: 'text', height: 'integer' });
export type ChainHeight = KeyOf<typeof KEYS>;

/** In satoshis, in the order of the keys; 0 before the first issuance. */
export async function findNativeSupplies(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<bigint[]> {
  const rows = await KEYS.find<{ supply: bigint }>(
    db,
    `SELECT wanted.key, changed.supply FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
         SELECT supply FROM native_supply
          WHERE chain = wanted.chain AND height <= wanted.height
          ORDER BY height DESC LIMIT 1
       ) AS changed`,
    keys,
  );
  return rows.map((row) => row?.supply ?? 0n);
}
