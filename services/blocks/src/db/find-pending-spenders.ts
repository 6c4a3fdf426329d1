import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PoolKey } from './find-pool-pages.ts';
import { IS_PENDING } from './pool-sql.ts';

export interface SpentOutputKey extends PoolKey {
  txid: string;
  vout: number;
}

/** Indexes: primary key of pool_spend; pool_stay (chain_id, txid, enter_serial). */
export async function findPendingSpenders(
  db: SqlExecutor,
  keys: readonly SpentOutputKey[],
): Promise<(string | null)[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; spender: string }[]>(
    `SELECT wanted.key::integer AS key, encode(found.txid, 'hex') AS spender
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::bigint[]) WITH ORDINALITY
            AS wanted (chain_id, txid, vout, height, serial, key)
      CROSS JOIN LATERAL (
        SELECT spend.txid FROM pool_spend spend
         CROSS JOIN LATERAL (
           SELECT stay.enter_serial, stay.left_serial, stay.left_reason, stay.left_height FROM pool_stay stay
            WHERE stay.chain_id = spend.chain_id AND stay.txid = spend.txid AND stay.enter_serial <= wanted.serial
            ORDER BY stay.enter_serial DESC LIMIT 1
         ) stay
         WHERE spend.chain_id = wanted.chain_id AND spend.spent_txid = decode(wanted.txid, 'hex') AND spend.vout = wanted.vout
           AND ${IS_PENDING}
         ORDER BY stay.enter_serial DESC LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid', 'vout', 'height', 'serial'),
  );
  return rowOfKeys(keys, rows).map((row) => row?.spender ?? null);
}
