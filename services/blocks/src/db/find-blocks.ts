import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Prisma, PrismaClient } from '#/generated/prisma/client.ts';

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

export interface BlockKey {
  chainId: string;
  hash: string;
}

export interface HeightKey {
  chainId: string;
  height: number;
}

/** Finds blocks by hash, orphaned ones too; in the order of the keys, undefined for a block we never had. */
export async function findBlocksByHash(
  db: Pick<PrismaClient, 'block'>,
  keys: readonly BlockKey[],
): Promise<(BlockRecord | undefined)[]> {
  const rows = await findByChain(keys, (chainId, ofChain) =>
    db.block.findMany({
      where: { chainId, hash: { in: ofChain.map(({ hash }) => Buffer.from(hash, 'hex')) } },
      select: SELECTED,
    }),
  );
  const found = new Map(rows.map((row) => [`${row.chainId}:${row.hash}`, row]));
  return keys.map(({ chainId, hash }) => found.get(`${chainId}:${hash}`));
}

/** Finds main-chain blocks by height; in the order of the keys, undefined above our tip. */
export async function findMainBlocks(
  db: Pick<PrismaClient, 'block'>,
  keys: readonly HeightKey[],
): Promise<(BlockRecord | undefined)[]> {
  const rows = await findByChain(keys, (chainId, ofChain) =>
    db.block.findMany({
      where: { chainId, main: true, height: { in: ofChain.map(({ height }) => height) } },
      select: SELECTED,
    }),
  );
  const found = new Map(rows.map((row) => [`${row.chainId}:${row.height}`, row]));
  return keys.map(({ chainId, height }) => found.get(`${chainId}:${height}`));
}

/** Columns of a `BlockRecord`. */
const SELECTED = {
  chainId: true,
  hash: true,
  height: true,
  main: true,
  previousHash: true,
  time: true,
  version: true,
  merkleRoot: true,
  bits: true,
  difficulty: true,
  chainWork: true,
  validation: true,
  size: true,
  producer: true,
  reward: true,
  transactionCount: true,
} as const satisfies Prisma.BlockSelect;

type SelectedRow = Prisma.BlockGetPayload<{ select: typeof SELECTED }>;

/** Runs one look-up for each chain that the keys name: nearly always there is one. */
async function findByChain<Key extends { chainId: string }>(
  keys: readonly Key[],
  find: (chainId: string, ofChain: Key[]) => PromiseLike<SelectedRow[]>,
): Promise<BlockRecord[]> {
  const chainIds = [...new Set(keys.map(({ chainId }) => chainId))];
  const rows = await Promise.all(
    chainIds.map((chainId) =>
      find(
        chainId,
        keys.filter((key) => key.chainId === chainId),
      ),
    ),
  );
  return rows.flat().map(readRow);
}

function readRow(row: SelectedRow): BlockRecord {
  return {
    ...row,
    hash: hex(row.hash),
    previousHash: hex(row.previousHash),
    merkleRoot: hex(row.merkleRoot),
    chainWork: hex(row.chainWork),
    validation: row.validation === 'STAKE' ? 'STAKE' : 'WORK',
  };
}

/** The columns of a `BlockRecord` in SQL: a page of blocks costs nearly twice as much through the typed client. */
const COLUMNS = `chain_id AS "chainId", encode(hash, 'hex') AS hash, height, main, encode(previous_hash, 'hex') AS "previousHash",
  time, version, encode(merkle_root, 'hex') AS "merkleRoot", bits, difficulty, encode(chain_work, 'hex') AS "chainWork",
  validation, size, producer, reward, transaction_count AS "transactionCount"`;

/** Lists main-chain blocks of a range of heights, both ends included. */
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
  SELECT ${COLUMNS} FROM block WHERE chain_id = $1 AND main AND height BETWEEN $2 AND $3
   ORDER BY height ASC LIMIT $4`;

const LIST_DESCENDING = `
  SELECT ${COLUMNS} FROM block WHERE chain_id = $1 AND main AND height BETWEEN $2 AND $3
   ORDER BY height DESC LIMIT $4`;
