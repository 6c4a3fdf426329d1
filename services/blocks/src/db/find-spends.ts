import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { SPENDER_OF_SPEND, spendsOf } from './place-sql.ts';

export interface SpendRecord {
  txid: string;
  index: number;
  height: number;
}

const OUTPUT_KEYS = describeKeys({ chainId: 'text', txid: 'text', vout: 'integer' });
export type OutputKey = KeyOf<typeof OUTPUT_KEYS>;

/** One probe for each key: Postgres would join many keys by reading every spend. */
export async function findSpends(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(SpendRecord | undefined)[]> {
  return OUTPUT_KEYS.find<SpendRecord>(
    db,
    `SELECT wanted.key, found.*
       FROM ${OUTPUT_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT encode(spender.txid, 'hex') AS txid, spend.input_index AS index, spend.height
          FROM ${spendsOf("decode(wanted.txid, 'hex')", 'wanted.vout')} AS spend ${SPENDER_OF_SPEND}
         WHERE spend.chain = wanted.chain
         LIMIT 1
      ) found`,
    keys,
  );
}
