import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** A block without its transactions; hashes are hex digits, reward is satoshis. */
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

const COLUMNS = `chain_id AS "chainId", encode(hash, 'hex') AS hash, height, main, encode(previous_hash, 'hex') AS "previousHash",
  time, version, encode(merkle_root, 'hex') AS "merkleRoot", bits, difficulty, encode(chain_work, 'hex') AS "chainWork",
  validation, size, producer, reward, transaction_count AS "transactionCount"`;

export interface BlockKey {
  chainId: string;
  hash: string;
}

export interface HeightKey {
  chainId: string;
  height: number;
}

/** Blocks by hash, orphaned ones too; in the order of the keys, undefined for what we never had. */
export async function findBlocksByHash(
  db: SqlExecutor,
  keys: readonly BlockKey[],
): Promise<(BlockRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<BlockRecord[]>(
    `SELECT ${COLUMNS} FROM block
      WHERE (chain_id, hash) IN (SELECT wanted_chain, decode(wanted_hash, 'hex') FROM unnest($1::text[], $2::text[]) AS wanted (wanted_chain, wanted_hash))`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ hash }) => hash),
  );
  const found = new Map(rows.map((row) => [`${row.chainId}:${row.hash}`, row]));
  return keys.map(({ chainId, hash }) => found.get(`${chainId}:${hash}`));
}

/** Main-chain blocks by height; in the order of the keys, undefined above our tip. */
export async function findMainBlocks(
  db: SqlExecutor,
  keys: readonly HeightKey[],
): Promise<(BlockRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<BlockRecord[]>(
    `SELECT ${COLUMNS} FROM block
      WHERE main AND (chain_id, height) IN (SELECT * FROM unnest($1::text[], $2::integer[]))`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ height }) => height),
  );
  const found = new Map(rows.map((row) => [`${row.chainId}:${row.height}`, row]));
  return keys.map(({ chainId, height }) => found.get(`${chainId}:${height}`));
}

/** Main-chain blocks of a range of heights, both ends included. */
export async function listMainBlocks(
  db: SqlExecutor,
  chainId: string,
  range: { from: number; to: number },
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<BlockRecord[]> {
  return await db.$queryRawUnsafe<BlockRecord[]>(
    `SELECT ${COLUMNS} FROM block WHERE chain_id = $1 AND main AND height BETWEEN $2 AND $3
      ORDER BY height ${order === 'ASC' ? 'ASC' : 'DESC'} LIMIT $4`,
    chainId,
    range.from,
    range.to,
    limit,
  );
}
