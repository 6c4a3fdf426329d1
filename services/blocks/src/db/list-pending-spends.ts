import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { OF_ADDRESS } from './find-pool-addresses.ts';
import type { PoolKey } from './find-pool-pages.ts';
import { IS_PENDING } from './pool-sql.ts';

export interface PendingSpend {
  txid: string;
  vout: number;
}

/** Each once. Indexes: as `listPendingOfAddresses`, and pool_spend (chain_id, txid). */
export async function listPendingSpends(
  db: SqlExecutor,
  { chainId, height, serial }: PoolKey,
  addresses: readonly string[],
  limit: number,
): Promise<PendingSpend[]> {
  return db.$queryRawUnsafe<PendingSpend[]>(
    `SELECT encode(spent.spent_txid, 'hex') AS txid, spent.vout
       FROM (
         SELECT DISTINCT change.txid
           FROM (SELECT $1::text AS chain_id, $2::integer AS height, $3::bigint AS serial, listed.address
                   FROM unnest($4::text[]) AS listed (address)) wanted
          CROSS JOIN LATERAL (
            SELECT change.txid FROM ${OF_ADDRESS}
             WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND ${IS_PENDING}
          ) change
       ) pending
      CROSS JOIN LATERAL (
        SELECT spend.spent_txid, spend.vout FROM pool_spend spend WHERE spend.chain_id = $1 AND spend.txid = pending.txid
      ) spent
      LIMIT $5`,
    chainId,
    height,
    serial,
    addresses,
    limit,
  );
}
