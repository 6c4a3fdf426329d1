import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PoolTransactionRecord } from './find-pool-transactions.ts';
import { POOL_COLUMNS } from './pool-sql.ts';

export const POOL_KEYS = describeKeys({ chainId: 'text', height: 'integer', serial: 'bigint' });
export type PoolKey = KeyOf<typeof POOL_KEYS>;

export interface ListedPending extends PoolTransactionRecord {
  enterSerial: bigint;
}

export interface PoolTotals {
  count: bigint;
  bytes: bigint;
}

// Four index ranges: transactions in the mempool now; those that left after the serial; those that a block above the height took; and
// those that a removed block had taken, until their next stay begins. $1 chain, $2 height, $3 serial.
const PENDING = `
  SELECT enter_serial, txid FROM pool_stay
   WHERE chain_id = $1 AND left_serial IS NULL AND enter_serial <= $3::bigint
  UNION ALL
  SELECT enter_serial, txid FROM pool_stay
   WHERE chain_id = $1 AND left_serial > $3::bigint AND enter_serial <= $3::bigint AND (left_reason <> 'MINED' OR left_height > $2)
  UNION ALL
  SELECT enter_serial, txid FROM pool_stay
   WHERE chain_id = $1 AND left_reason = 'MINED' AND left_height > $2 AND left_serial <= $3::bigint
  UNION ALL
  SELECT enter_serial, txid FROM pool_stay gone
   WHERE chain_id = $1 AND left_reason = 'RETURNED' AND left_height > $2 AND left_serial <= $3::bigint AND NOT EXISTS (
         SELECT 1 FROM pool_stay next WHERE next.chain_id = $1 AND next.txid = gone.txid
            AND next.enter_serial > gone.enter_serial AND next.enter_serial <= $3::bigint)`;

// $4 the place that the page ends before, $5 limit. Only an order that names the column follows an index to NULL.
const PAGE = `
  SELECT page.enter_serial AS "enterSerial", found.*
    FROM (
      SELECT enter_serial, txid FROM (
        (SELECT enter_serial, txid FROM pool_stay
          WHERE chain_id = $1 AND left_serial IS NULL AND enter_serial < $4::bigint
          ORDER BY left_serial DESC, enter_serial DESC LIMIT $5)
        UNION ALL
        (SELECT enter_serial, txid FROM pool_stay
          WHERE chain_id = $1 AND left_serial > $3::bigint AND enter_serial < $4::bigint AND (left_reason <> 'MINED' OR left_height > $2)
          ORDER BY enter_serial DESC LIMIT $5)
        UNION ALL
        (SELECT enter_serial, txid FROM pool_stay
          WHERE chain_id = $1 AND left_reason = 'MINED' AND left_height > $2 AND left_serial <= $3::bigint AND enter_serial < $4::bigint
          ORDER BY enter_serial DESC LIMIT $5)
        UNION ALL
        (SELECT enter_serial, txid FROM pool_stay gone
          WHERE chain_id = $1 AND left_reason = 'RETURNED' AND left_height > $2 AND left_serial <= $3::bigint AND enter_serial < $4::bigint
            AND NOT EXISTS (SELECT 1 FROM pool_stay next WHERE next.chain_id = $1 AND next.txid = gone.txid
                               AND next.enter_serial > gone.enter_serial AND next.enter_serial <= $3::bigint)
          ORDER BY enter_serial DESC LIMIT $5)
      ) pending ORDER BY enter_serial DESC LIMIT $5
    ) page
   CROSS JOIN LATERAL (
     SELECT ${POOL_COLUMNS} FROM pool_transaction tx WHERE tx.chain_id = $1 AND tx.txid = page.txid LIMIT 1
   ) found
   ORDER BY page.enter_serial DESC`;

/** Indexes: pool_stay (chain_id, left_serial, enter_serial), (chain_id, left_reason, left_height). @param before null: the first page */
export async function listPending(
  db: SqlExecutor,
  { chainId, height, serial }: PoolKey,
  before: bigint | null,
  limit: number,
): Promise<ListedPending[]> {
  return await db.$queryRawUnsafe<ListedPending[]>(PAGE, chainId, height, serial, before ?? serial + 1n, limit);
}

export async function countPending(db: SqlExecutor, { chainId, height, serial }: PoolKey): Promise<bigint> {
  const [row] = await db.$queryRawUnsafe<{ count: bigint }[]>(
    `SELECT count(*) AS count FROM (${PENDING}) pending`,
    chainId,
    height,
    serial,
  );
  return row?.count ?? 0n;
}

export async function sumPending(db: SqlExecutor, { chainId, height, serial }: PoolKey): Promise<PoolTotals> {
  const [row] = await db.$queryRawUnsafe<PoolTotals[]>(
    `SELECT count(*) AS count, coalesce(sum(tx.size), 0)::bigint AS bytes
       FROM (${PENDING}) pending JOIN pool_transaction tx ON tx.chain_id = $1 AND tx.txid = pending.txid`,
    chainId,
    height,
    serial,
  );
  return row ?? { count: 0n, bytes: 0n };
}
