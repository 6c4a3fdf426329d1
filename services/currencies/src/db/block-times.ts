import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { CHAIN_HEIGHT_KEYS, type ChainHeight } from './native-supply.ts';

/** Unix seconds, in the order of the keys, which are heights of applied blocks. */
export async function getBlockTimes(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<number[]> {
  const rows = await CHAIN_HEIGHT_KEYS.find<{ time: number }>(
    db,
    `SELECT wanted.key, block.time FROM ${CHAIN_HEIGHT_KEYS.sql}
      CROSS JOIN LATERAL (
         SELECT time FROM applied_block WHERE chain = wanted.chain AND height = wanted.height LIMIT 1) AS block`,
    keys,
  );
  return rows.map((row, index) => {
    if (row === undefined) throw new Error(`height ${keys[index]?.height} is not applied`);
    return row.time;
  });
}
