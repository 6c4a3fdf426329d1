import { createHash } from 'node:crypto';
import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedPool {
  chainId: string;
  /** Transactions 1 to `gone` have left and are still kept. */
  gone: number;
  /** The following numbers are in the mempool. */
  pending: number;
  /** Everything mined was mined below it. */
  tip: number;
  /** False: without statistics, as in a flood. */
  isAnalyzed?: boolean;
}

// $1 chain, $2 gone, $3 pending, $4 tip. One in a thousand touches the address of the chain.
const POOLED = `
  WITH given AS (SELECT $1::text, $2::integer, $3::integer, $4::integer),
  pooled AS (
    SELECT i, i > $2::integer AS is_open, sha256(convert_to('pooled ' || i, 'UTF8')) AS txid, 'address ' || i AS address
      FROM generate_series(1, $2::integer + $3::integer) AS series (i)
  ),
  template AS (
    SELECT tx.fragment FROM transaction tx WHERE tx.chain = ${chainNumber(1)} AND tx.index = 1 LIMIT 1
  )`;

const STATEMENTS = [
  `INSERT INTO pool_transaction (chain_id, txid, size, fee, expiry_height, fragment)
   ${POOLED} SELECT $1, txid, 300, 10000, 0, fragment FROM pooled, template`,
  `INSERT INTO pool_change (chain_id, address, txid, currency_ids, satoshis)
   ${POOLED} SELECT $1, touched.address, txid, ARRAY[$1], ARRAY[touched.satoshis]
     FROM pooled, LATERAL (VALUES (address, 5), (CASE WHEN i % 1000 = 0 THEN $1 END, -5)) AS touched (address, satoshis)
    WHERE touched.address IS NOT NULL`,
  `INSERT INTO pool_spend (chain_id, spent_txid, vout, txid)
   ${POOLED} SELECT $1, sha256(convert_to('pooled ' || (i - 1), 'UTF8')), 0, txid FROM pooled`,
  `INSERT INTO pool_stay (chain_id, enter_serial, txid, left_serial, left_reason, left_height, left_at, conflicts_with)
   ${POOLED} SELECT $1, CASE WHEN is_open THEN $2 + i ELSE 2 * i - 1 END, txid, CASE WHEN NOT is_open THEN 2 * i END,
                    CASE WHEN NOT is_open THEN (ARRAY['MINED', 'EXPIRED', 'REMOVED', 'RETURNED'])[1 + i % 4] END,
                    CASE WHEN NOT is_open THEN $4::integer END, CASE WHEN NOT is_open THEN now() END, '{}' FROM pooled`,
  `INSERT INTO pool (chain_id, serial, read_at, tip_height)
   ${POOLED} SELECT $1, 2 * $2 + $3, now(), $4 FROM given
   ON CONFLICT (chain_id) DO UPDATE SET serial = excluded.serial, read_at = excluded.read_at, tip_height = excluded.tip_height`,
  `INSERT INTO submission (chain_id, txid, raw, state) ${POOLED} SELECT $1, txid, '', 'ACCEPTED' FROM pooled`,
];

export async function generatePool(
  db: SqlExecutor,
  { chainId, gone, pending, tip, isAnalyzed = true }: GeneratedPool,
): Promise<number> {
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chainId, gone, pending, tip);
  if (isAnalyzed) await db.$executeRawUnsafe('ANALYZE');
  return 2 * gone + pending;
}

/** Numbers count from 1. */
export function pooledTxid(number: number): string {
  return createHash('sha256').update(`pooled ${number}`).digest('hex');
}

export function pooledAddress(number: number): string {
  return `address ${number}`;
}

export async function addOrphan(db: SqlExecutor, chainId: string): Promise<string> {
  const columns = `version, lock_time, expiry_height, value_in, value_out, fee, input_count, output_count, fragment`;
  await db.$executeRawUnsafe(
    `INSERT INTO block SELECT (jsonb_populate_record(block, '{"main": false, "ordinal": 1, "hash": "\\\\x00"}')).* FROM block
      WHERE chain = ${chainNumber(1)} AND main AND height = 1`,
    chainId,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO transaction (chain, height, ordinal, index, txid, ${columns})
     SELECT chain, 1, 1, 0, sha256('orphan'), ${columns} FROM transaction WHERE chain = ${chainNumber(1)} LIMIT 1`,
    chainId,
  );
  return createHash('sha256').update('orphan').digest('hex');
}
