import { columnsOf } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { OF_ADDRESS, type PoolAddressKey } from './find-pool-addresses.ts';
import { IS_PENDING } from './pool-sql.ts';

/** Satoshis; both are positive. */
export interface PendingFlows {
  credit: bigint;
  debit: bigint;
}

export async function findPendingFlows(db: SqlExecutor, keys: readonly PoolAddressKey[]): Promise<PendingFlows[]> {
  const rows = await db.$queryRawUnsafe<{ credit: string; debit: string }[]>(
    `SELECT flows.credit::text AS credit, flows.debit::text AS debit
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) WITH ORDINALITY
            AS wanted (chain_id, address, height, serial, key)
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(moved.satoshis) FILTER (WHERE moved.satoshis > 0), 0) AS credit,
               coalesce(-sum(moved.satoshis) FILTER (WHERE moved.satoshis < 0), 0) AS debit
          FROM ${OF_ADDRESS} CROSS JOIN LATERAL unnest(change.currency_ids, change.satoshis) AS moved (currency_id, satoshis)
         WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND moved.currency_id = wanted.chain_id
           AND ${IS_PENDING}
      ) flows
      ORDER BY wanted.key`,
    ...columnsOf(keys, 'chainId', 'address', 'height', 'serial'),
  );
  return rows.map(({ credit, debit }) => ({ credit: BigInt(credit), debit: BigInt(debit) }));
}
