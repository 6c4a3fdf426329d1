import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PoolKey } from './find-pool-pages.ts';

export interface PoolChangeRecord {
  serial: bigint;
  hasEntered: boolean;
  txid: string;
  /** MINED, EXPIRED, CONFLICTED or REMOVED; null: entered. */
  leftReason: string | null;
  /** Height of its block if mined, otherwise of the tip at which it was missed; null: entered. */
  leftHeight: number | null;
  addresses: string[];
}

export interface PoolChangeRange {
  chainId: string;
  after: bigint;
  upTo: bigint;
}

const ADDRESSES = `
  ARRAY(SELECT address FROM pool_change WHERE chain_id = $1 AND txid = listed.txid ORDER BY address COLLATE "C") AS addresses`;

/** Index: pool_stay (chain_id, left_reason, left_height), with few rows above a pin. */
export async function findHeldSerial(
  db: SqlExecutor,
  { chainId, height }: Pick<PoolKey, 'chainId' | 'height'>,
  after: bigint,
): Promise<bigint | null> {
  const [row] = await db.$queryRawUnsafe<{ serial: bigint | null }[]>(
    `SELECT min(left_serial) AS serial FROM pool_stay
      WHERE chain_id = $1 AND left_reason = 'MINED' AND left_height > $2 AND left_serial > $3::bigint`,
    chainId,
    height,
    after,
  );
  return row?.serial ?? null;
}

/** Changes of one serial stay together, so there may be a few more than the limit. */
export async function listPoolChanges(
  db: SqlExecutor,
  { chainId, after, upTo }: PoolChangeRange,
  limit: number,
): Promise<PoolChangeRecord[]> {
  return await db.$queryRawUnsafe<PoolChangeRecord[]>(
    `SELECT listed.serial, listed.has_entered AS "hasEntered", encode(listed.txid, 'hex') AS txid, listed.left_reason AS "leftReason",
            listed.left_height AS "leftHeight", ${ADDRESSES}
       FROM (
         SELECT * FROM (
           (SELECT enter_serial AS serial, true AS has_entered, txid, NULL AS left_reason, NULL::integer AS left_height FROM pool_stay
             WHERE chain_id = $1 AND enter_serial > $2::bigint AND enter_serial <= $3::bigint
             ORDER BY enter_serial FETCH FIRST ($4::integer) ROWS WITH TIES)
           UNION ALL
           (SELECT left_serial, false, txid, left_reason, left_height FROM pool_stay
             WHERE chain_id = $1 AND left_serial > $2::bigint AND left_serial <= $3::bigint AND left_reason <> 'RETURNED'
             ORDER BY left_serial FETCH FIRST ($4::integer) ROWS WITH TIES)
         ) change ORDER BY serial FETCH FIRST ($4::integer) ROWS WITH TIES
       ) listed
      ORDER BY listed.serial, listed.has_entered`,
    chainId,
    after,
    upTo,
    limit,
  );
}

/** No block above the height may have taken anything by the serial. */
export async function listEntries(
  db: SqlExecutor,
  { chainId, height, serial }: PoolKey,
  limit: number,
): Promise<PoolChangeRecord[]> {
  return await db.$queryRawUnsafe<PoolChangeRecord[]>(
    `SELECT listed.serial, true AS "hasEntered", encode(listed.txid, 'hex') AS txid, NULL AS "leftReason", NULL::integer AS "leftHeight",
            ${ADDRESSES}
       FROM (
         SELECT * FROM (
           (SELECT enter_serial AS serial, txid FROM pool_stay
             WHERE chain_id = $1 AND left_serial IS NULL AND enter_serial <= $3::bigint
             ORDER BY left_serial, enter_serial LIMIT $4)
           UNION ALL
           (SELECT enter_serial, txid FROM pool_stay
             WHERE chain_id = $1 AND left_serial > $3::bigint AND enter_serial <= $3::bigint AND (left_reason <> 'MINED' OR left_height > $2)
             ORDER BY enter_serial LIMIT $4)
           UNION ALL
           (SELECT enter_serial, txid FROM pool_stay gone
             WHERE chain_id = $1 AND left_reason = 'RETURNED' AND left_height > $2 AND left_serial <= $3::bigint AND NOT EXISTS (
                   SELECT 1 FROM pool_stay next WHERE next.chain_id = $1 AND next.txid = gone.txid
                      AND next.enter_serial > gone.enter_serial AND next.enter_serial <= $3::bigint)
             ORDER BY enter_serial LIMIT $4)
         ) pending ORDER BY serial LIMIT $4
       ) listed
      ORDER BY listed.serial`,
    chainId,
    height,
    serial,
    limit,
  );
}
