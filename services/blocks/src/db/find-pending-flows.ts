import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { ADDRESS_KEYS, OF_ADDRESS, type PoolAddressKey } from './find-pool-addresses.ts';
import { IS_PENDING } from './pool-sql.ts';

/** Satoshis; both are positive. */
export interface PendingFlows {
  credit: bigint;
  debit: bigint;
}

export async function findPendingFlows(db: SqlExecutor, keys: readonly PoolAddressKey[]): Promise<PendingFlows[]> {
  const rows = await db.$queryRawUnsafe<{ credit: string; debit: string }[]>(
    `SELECT flows.credit::text AS credit, flows.debit::text AS debit
       FROM ${ADDRESS_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(moved.satoshis) FILTER (WHERE moved.satoshis > 0), 0) AS credit,
               coalesce(-sum(moved.satoshis) FILTER (WHERE moved.satoshis < 0), 0) AS debit
          FROM ${OF_ADDRESS} CROSS JOIN LATERAL unnest(change.currency_ids, change.satoshis) AS moved (currency_id, satoshis)
         WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND moved.currency_id = wanted.chain_id
           AND ${IS_PENDING}
      ) flows
      ORDER BY wanted.key`,
    ...ADDRESS_KEYS.values(keys),
  );
  return rows.map(({ credit, debit }) => ({ credit: BigInt(credit), debit: BigInt(debit) }));
}
