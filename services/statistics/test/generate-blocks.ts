import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedBlocks {
  chainId: string;
  /** Its rows are repeated above it, an hour apart. */
  tip: number;
  copies: number;
  addresses: readonly string[];
  systemId: string;
  isBare?: boolean;
}

// $1 chain, $2 tip, $3 copies, $4 addresses, $5 system.
const COPIES = `
  WITH given AS (SELECT $1::text, $2::integer, $3::integer, $4::text[], $5::text),
  copy AS (SELECT i, $2::integer + i AS at, ${chainNumber(1)} AS chain, sha256(convert_to(i::text, 'UTF8')) AS hash,
                  ($4::text[])[1 + i % cardinality($4::text[])] AS address
             FROM generate_series(1, $3::integer) AS i),
  last AS (SELECT * FROM block_total WHERE chain = ${chainNumber(1)} AND height = $2)`;
const HOUR = 3_600;

const TOTALS = [
  `INSERT INTO applied_block (serial, height, time, chain, hash)
   ${COPIES} SELECT at, at, last.latest_time::bigint + ${HOUR} * i, copy.chain, copy.hash FROM copy, last`,
  `INSERT INTO block_total (fees, fee_pool, reward, transactions, size, height, mined_blocks, latest_time, chain, is_staked, coinbase_txid,
                            producer, difficulty, mined_work, chain_stake)
   ${COPIES} SELECT fees + i, fee_pool, reward, transactions + i, size + i, at, mined_blocks + i, latest_time::bigint + ${HOUR} * i,
                    copy.chain, true, hash, address, difficulty, mined_work + i, chain_stake + i
     FROM copy, last`,
  `UPDATE sync_cursor SET height = newest.height, hash = encode(newest.hash, 'hex')
     FROM (${COPIES} SELECT at AS height, hash FROM copy ORDER BY at DESC LIMIT 1) AS newest WHERE chain_id = $1`,
];

const FACTS = [
  `INSERT INTO interval_start (start, first_height, chain, interval)
   ${COPIES} SELECT (latest_time::bigint / ${HOUR} + i) * ${HOUR}, at, copy.chain, 'HOUR' FROM copy, last`,
  `INSERT INTO reward (satoshis, height, vout, chain, position, is_staked, address, currency_id)
   ${COPIES} SELECT i, at, vout, chain, 0, true, address, NULL FROM copy, generate_series(0, 1) AS vout`,
  `INSERT INTO stake (satoshis, height, age_blocks, chain, address, owner)
   ${COPIES} SELECT i, at, 150, chain, ($4::text[])[1], address FROM copy`,
  `INSERT INTO notarization (height, tx_index, vout, notarized_at, chain, txid, notarized_hash, system_id)
   ${COPIES} SELECT at, 0, 1, i, chain, hash, hash, $5 FROM copy`,
  `INSERT INTO finalization (height, tx_index, vout, target_vout, chain, target_txid, status)
   ${COPIES} SELECT at, 0, 2 + nth, 1, chain, hash, 'CONFIRMED' FROM copy, generate_series(0, 1) AS nth`,
];

export async function generateBlocks(db: SqlExecutor, all: GeneratedBlocks): Promise<void> {
  const { chainId, tip, copies, addresses, systemId, isBare = false } = all;
  for (const sql of isBare ? TOTALS : [...TOTALS, ...FACTS])
    await db.$executeRawUnsafe(sql, chainId, tip, copies, addresses, systemId);
  await db.$executeRawUnsafe('ANALYZE');
}
