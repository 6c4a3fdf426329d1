import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { POOL_KEYS } from './find-pool-pages.ts';
import { IS_PENDING } from './pool-sql.ts';

const KEYS = describeKeys({ ...POOL_KEYS.types, txid: 'text', vout: 'integer' });
export type SpentOutputKey = KeyOf<typeof KEYS>;

/** Indexes: primary key of pool_spend; pool_stay (chain_id, txid, enter_serial). */
export async function findPendingSpenders(
  db: SqlExecutor,
  keys: readonly SpentOutputKey[],
): Promise<(string | null)[]> {
  const rows = await KEYS.find<{ spender: string }>(
    db,
    `SELECT wanted.key, encode(found.txid, 'hex') AS spender
       FROM ${KEYS.sql}
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
    keys,
  );
  return rows.map((row) => row?.spender ?? null);
}
