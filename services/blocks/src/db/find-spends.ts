import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { NUMBERED, SPENDER_OF_SPEND, spendsOf } from './place-sql.ts';

export interface SpendRecord {
  txid: string;
  index: number;
  height: number;
}

export interface OutputKey {
  chainId: string;
  txid: string;
  vout: number;
}

/** One probe for each key: Postgres would join many keys by reading every spend. */
export async function findSpends(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(SpendRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<(SpendRecord & { key: number })[]>(
    `SELECT wanted.key::integer AS key, found.*
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, vout, key) ${NUMBERED}
      CROSS JOIN LATERAL (
        SELECT encode(spender.txid, 'hex') AS txid, spend.input_index AS index, spend.height
          FROM ${spendsOf("decode(wanted.txid, 'hex')", 'wanted.vout')} AS spend ${SPENDER_OF_SPEND}
         WHERE spend.chain = numbered.id
         LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid', 'vout'),
  );
  return rowOfKeys(keys, rows);
}
