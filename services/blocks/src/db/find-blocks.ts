import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { blocksByHash } from './place-sql.ts';

/** Hashes are hex digits, reward is satoshis. */
export interface BlockRecord {
  chainId: string;
  hash: string;
  height: number;
  /** False for a block that a reorganisation removed. */
  main: boolean;
  /** Empty at genesis. */
  previousHash: string;
  time: number;
  version: number;
  merkleRoot: string;
  bits: string;
  difficulty: string;
  chainWork: string;
  validation: 'WORK' | 'STAKE';
  size: number;
  producer: string;
  reward: bigint;
  transactionCount: number;
}

const BLOCK_KEYS = describeKeys({ chainId: 'text', hash: 'text' });
export type BlockKey = KeyOf<typeof BLOCK_KEYS>;

const HEIGHT_KEYS = describeKeys({ chainId: 'text', height: 'integer' });
export type HeightKey = KeyOf<typeof HEIGHT_KEYS>;

/** Includes orphaned blocks; in the order of the keys, undefined for unknown ones. */
export async function findBlocksByHash(
  db: SqlExecutor,
  keys: readonly BlockKey[],
): Promise<(BlockRecord | undefined)[]> {
  return BLOCK_KEYS.find<BlockRecord>(db, BY_HASH, keys);
}

export async function findMainBlocks(
  db: SqlExecutor,
  keys: readonly HeightKey[],
): Promise<(BlockRecord | undefined)[]> {
  return HEIGHT_KEYS.find<BlockRecord>(db, BY_HEIGHT, keys);
}

export const BLOCK_COLUMNS = `encode(hash, 'hex') AS hash, height, main, encode(previous_hash, 'hex') AS "previousHash",
  time, version, encode(merkle_root, 'hex') AS "merkleRoot", bits, difficulty, encode(chain_work, 'hex') AS "chainWork",
  validation, size, producer, reward, transaction_count AS "transactionCount"`;

// A join would be planned as a scan of the whole table: Postgres overestimates a hundred index look-ups.
const BY_HASH = `
  SELECT wanted.key, wanted.chain_id AS "chainId", found.*
    FROM ${BLOCK_KEYS.sql}
   CROSS JOIN LATERAL (SELECT ${BLOCK_COLUMNS} FROM ${blocksByHash("decode(wanted.hash, 'hex')")} AS block
                        WHERE block.chain = wanted.chain LIMIT 1) AS found`;

const BY_HEIGHT = `
  SELECT wanted.key, wanted.chain_id AS "chainId", found.*
    FROM ${HEIGHT_KEYS.sql}
   CROSS JOIN LATERAL (SELECT ${BLOCK_COLUMNS} FROM block
                        WHERE block.chain = wanted.chain AND block.height = wanted.height AND main LIMIT 1) AS found`;

export async function listMainBlocks(
  db: SqlExecutor,
  chainId: string,
  { from, to }: { from: number; to: number },
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<BlockRecord[]> {
  const sql = order === 'ASC' ? LIST_ASCENDING : LIST_DESCENDING;
  return await db.$queryRawUnsafe<BlockRecord[]>(sql, chainId, from, to, limit);
}

const LIST_ASCENDING = `
  SELECT $1::text AS "chainId", ${BLOCK_COLUMNS} FROM block WHERE chain = ${chainNumber(1)} AND main AND height BETWEEN $2 AND $3
   ORDER BY height ASC LIMIT $4`;

const LIST_DESCENDING = `
  SELECT $1::text AS "chainId", ${BLOCK_COLUMNS} FROM block WHERE chain = ${chainNumber(1)} AND main AND height BETWEEN $2 AND $3
   ORDER BY height DESC LIMIT $4`;

export async function listMainHashes(
  db: SqlExecutor,
  chainId: string,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ hash: string }[]>(LIST_HASHES, chainId, from, to, limit);
  return rows.map(({ hash }) => hash);
}

const LIST_HASHES = `
  SELECT encode(hash, 'hex') AS hash FROM block WHERE chain = ${chainNumber(1)} AND main AND height BETWEEN $2 AND $3
   ORDER BY height LIMIT $4`;
