import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Native coins of a chain in existence after a block that changed their number, in satoshis. */
export interface NativeSupply {
  height: number;
  supply: bigint;
}

/** A chain, as it stood at a height. */
export interface ChainHeight {
  chainId: string;
  height: number;
}

/** @param chain number of the chain */
export async function insertNativeSupplies(
  tx: SqlExecutor,
  chain: number,
  rows: readonly NativeSupply[],
): Promise<void> {
  await insertRows(
    tx,
    'native_supply',
    { supply: 'bigint', height: 'integer', chain: 'smallint' },
    rows.map(({ height, supply }) => [supply, height, chain]),
  );
}

/** Native coins in existence at each key, in the order of keys, in satoshis; 0 before the first block that made any. */
export async function findNativeSupplies(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<bigint[]> {
  const rows = await db.$queryRawUnsafe<{ supply: bigint }[]>(
    `SELECT coalesce(changed.supply, 0) AS supply
       FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (chain_id, height, position)
       LEFT JOIN LATERAL (
         SELECT supply FROM native_supply
          WHERE chain = ${chainNumberOf('wanted.chain_id')} AND height <= wanted.height
          ORDER BY height DESC LIMIT 1
       ) AS changed ON true
      ORDER BY wanted.position`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.height),
  );
  return rows.map(({ supply }) => supply);
}
