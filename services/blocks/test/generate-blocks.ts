import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedBlocks {
  chainId: string;
  /** Each above the recorded ones, with the recorded tip's transactions under other names. */
  blocks: number;
  /** Transactions of the last block. */
  transactions: number;
  tip: number;
  /** False: without statistics, as in a backfill. */
  isAnalyzed?: boolean;
}

// $1 chain, $2 blocks, $3 transactions of the last, $4 tip.
const COPIES = `
  WITH given AS (SELECT $1::text, $2::integer, $3::integer, $4::integer),
  copy AS (
    SELECT i, $4::integer + i AS at, sha256(convert_to('block ' || i, 'UTF8')) AS block_hash,
           sha256(convert_to('block ' || (i - 1), 'UTF8')) AS parent_hash
      FROM generate_series(1, $2::integer) AS series (i)
  ),
  template AS (SELECT * FROM block WHERE chain = ${chainNumber(1)} AND main AND height = $4),
  carried AS (
    SELECT copy.*, place FROM copy, generate_series(0, CASE WHEN i = $2 THEN $3::integer - 1 ELSE 0 END) AS series (place)
  )`;

const STATEMENTS = [
  `INSERT INTO applied_block (serial, height, time, chain, hash)
   ${COPIES} SELECT at, at, time::bigint + 60 * i, chain, block_hash FROM copy, template`,
  `INSERT INTO block (chain, ordinal, hash, height, main, previous_hash, time, version, merkle_root, bits, difficulty, chain_work, chain_stake,
                      validation, size, producer, reward, transaction_count, fragments_size)
   ${COPIES} SELECT chain, 0, block_hash, at, true, parent_hash, time::bigint + 60 * i, version, merkle_root, bits, difficulty, chain_work,
                    chain_stake, validation, size, producer, reward, CASE WHEN i = $2 THEN $3 ELSE 1 END, fragments_size
     FROM copy, template`,
  `INSERT INTO produced_block (chain, producer, validation, height, producer_count, validation_count)
   ${COPIES}, last AS (SELECT kind.* FROM produced_block kind JOIN template USING (chain, producer, validation, height))
   SELECT chain, producer, validation, at, producer_count + i, validation_count + i FROM copy, last`,
  `INSERT INTO transaction (chain, height, ordinal, index, txid, size, version, lock_time, expiry_height, value_in, value_out, fee, input_count,
                            output_count, fragment)
   ${COPIES} SELECT template.chain, at, 0, place, sha256(convert_to(at || ' ' || place, 'UTF8')), 200, tx.version, lock_time, expiry_height, value_in,
                    value_out, fee, input_count, output_count, fragment
     FROM carried, template
     JOIN transaction tx ON tx.chain = template.chain AND tx.height = template.height AND tx.ordinal = template.ordinal AND tx.index = 0`,
  `INSERT INTO raw_transaction (chain_id, txid, raw)
   ${COPIES} SELECT $1, sha256(convert_to(at || ' ' || place, 'UTF8')), decode(repeat('ab', 200), 'hex') FROM carried`,
  // The transaction itself stands for its spender.
  `INSERT INTO spend (chain, txid, vout, height, spender_tx_index, input_index)
   ${COPIES} SELECT chain, sha256(convert_to(at || ' ' || place, 'UTF8')), 0, at, place, 0 FROM carried, template`,
  `INSERT INTO reorg (chain_id, fork_height, depth, old_tip_hash, new_tip_hash)
   ${COPIES} SELECT $1, at, 1, block_hash, parent_hash FROM copy`,
  `UPDATE sync_cursor SET height = last.at, hash = encode(last.block_hash, 'hex')
     FROM (${COPIES} SELECT * FROM copy ORDER BY i DESC LIMIT 1) last WHERE chain_id = $1`,
];

export async function generateBlocks(db: SqlExecutor, all: GeneratedBlocks): Promise<void> {
  const { chainId, blocks, transactions, tip, isAnalyzed = true } = all;
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chainId, blocks, transactions, tip);
  if (isAnalyzed) await db.$executeRawUnsafe('ANALYZE');
}
