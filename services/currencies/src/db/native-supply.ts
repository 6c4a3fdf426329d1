import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export const CHAIN_HEIGHT_KEYS = describeKeys({ chainId: 'text', height: 'integer' });
export type ChainHeight = KeyOf<typeof CHAIN_HEIGHT_KEYS>;

/** In satoshis, in the order of the keys; 0 before the first issuance. */
export async function findNativeSupplies(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<bigint[]> {
  const rows = await CHAIN_HEIGHT_KEYS.find<{ supply: bigint }>(
    db,
    `SELECT wanted.key, changed.supply FROM ${CHAIN_HEIGHT_KEYS.sql}
      CROSS JOIN LATERAL (
         SELECT supply FROM native_supply
          WHERE chain = wanted.chain AND height <= wanted.height
          ORDER BY height DESC LIMIT 1
       ) AS changed`,
    keys,
  );
  return rows.map((row) => row?.supply ?? 0n);
}
