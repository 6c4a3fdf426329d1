import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface ChainHeight {
  chainId: string;
  height: number;
}

const KEYS = describeKeys<ChainHeight>({ chainId: 'text', height: 'integer' });

/** In satoshis, in the order of the keys; 0 before the first issuance. */
export async function findNativeSupplies(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<bigint[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; supply: bigint }[]>(
    `SELECT wanted.key, changed.supply FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
         SELECT supply FROM native_supply
          WHERE chain = wanted.chain AND height <= wanted.height
          ORDER BY height DESC LIMIT 1
       ) AS changed`,
    ...KEYS.values(keys),
  );
  return rowOfKeys(keys, rows).map((row) => row?.supply ?? 0n);
}
