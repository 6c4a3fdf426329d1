import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Heights whose transactions are looked through for missing sizes, both ends included. */
export interface SizeFill {
  nextHeight: number;
  endHeight: number;
}

/** A block whose transactions are looked through. */
export interface FillBlock {
  height: number;
  /** Among the blocks of this height. */
  ordinal: number;
  blockHash: string;
  /** Transactions without a size by their positions in the block. Empty for most blocks. */
  unsized: { index: number; txid: string }[];
  /** Encoded `Block` with the coinbase alone; null if its size is known. */
  coinbase: Uint8Array | null;
}

/** A size of a transaction in a block, in bytes. */
export interface SizeRow {
  height: number;
  ordinal: number;
  index: number;
  size: number;
}

/**
 * Finds the heights that are left, by keys alone: a start costs nothing where all is done.
 * @returns `unknown` while a version from before the sizes has written blocks that the follower has not noted yet
 */
export async function findSizeFill(db: SqlExecutor, chainId: string): Promise<SizeFill | 'unknown' | null> {
  const [row] = await db.$queryRawUnsafe<{ nextHeight: number | null; endHeight: number; isNoted: boolean }[]>(
    `SELECT fill.next_height AS "nextHeight", fill.end_height AS "endHeight", encode(tip.hash, 'hex') IS NOT DISTINCT FROM cursor.hash AS "isNoted"
       FROM sync_cursor cursor
       LEFT JOIN size_fill fill ON fill.chain_id = cursor.chain_id
       LEFT JOIN produced_tip tip ON tip.chain = ${chainNumber(1)}
      WHERE cursor.chain_id = $1`,
    chainId,
  );
  if (row === undefined) return null;
  const { nextHeight, endHeight, isNoted } = row;
  if (nextHeight === null) return isNoted ? null : 'unknown';
  return { nextHeight, endHeight };
}

// Blocks of one height stay together, orphans too. The aggregates keep Postgres from a join with the whole table.
const LIST = `
  WITH sized AS (
    SELECT chain, height, ordinal, hash, sum(size) OVER (ORDER BY height) AS running_size
      FROM block WHERE chain = ${chainNumber(1)} AND height >= $2 AND height < $2 + $3)
  SELECT height, ordinal, encode(hash, 'hex') AS "blockHash", body.indexes, body.txids, body.coinbase
    FROM sized
   CROSS JOIN LATERAL (
     SELECT array_agg(index ORDER BY index) AS indexes, array_agg(encode(txid, 'hex') ORDER BY index) AS txids,
            (array_agg(fragment) FILTER (WHERE index = 0))[1] AS coinbase
       FROM transaction tx
      WHERE tx.chain = sized.chain AND tx.height = sized.height AND tx.ordinal = sized.ordinal AND size IS NULL
   ) body
   WHERE running_size <= $4 OR height = $2
   ORDER BY height`;

/**
 * Blocks of any branch from a height on.
 * @param heights how many heights at most
 * @param sizeMax bytes of blocks after which no further height is added
 */
export async function listFillBlocks(
  db: SqlExecutor,
  chainId: string,
  fromHeight: number,
  heights: number,
  sizeMax: number,
): Promise<FillBlock[]> {
  type Row = Omit<FillBlock, 'unsized'> & { indexes: number[] | null; txids: string[] | null };
  const rows = await db.$queryRawUnsafe<Row[]>(LIST, chainId, fromHeight, heights, sizeMax);
  return rows.map(({ indexes, txids, ...block }) => ({
    ...block,
    unsized: (indexes ?? []).map((index, position) => ({ index, txid: txids?.[position] ?? '' })),
  }));
}

/** Adds sizes to rows that have none. A row is named by the place of its block, so it does not matter which branch is in force. */
export async function saveSizes(db: SqlExecutor, chainId: string, rows: readonly SizeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRawUnsafe(
    `UPDATE transaction tx SET size = known.size
       FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[]) AS known (height, ordinal, index, size)
      WHERE tx.chain = ${chainNumber(1)} AND tx.height = known.height AND tx.ordinal = known.ordinal AND tx.index = known.index
        AND tx.size IS NULL`,
    chainId,
    rows.map(({ height }) => height),
    rows.map(({ ordinal }) => ordinal),
    rows.map(({ index }) => index),
    rows.map(({ size }) => size),
  );
}

/** Moves on from a height, unless the follower has noted a lower one meanwhile. After the last height nothing is left of the row. */
export async function moveSizeFill(db: SqlExecutor, chainId: string, from: number, next: number): Promise<void> {
  await db.$executeRawUnsafe(
    'UPDATE size_fill SET next_height = $3 WHERE chain_id = $1 AND next_height = $2',
    ...[chainId, from, next],
  );
  await db.$executeRawUnsafe('DELETE FROM size_fill WHERE chain_id = $1 AND next_height > end_height', chainId);
}

/** Adds the blocks that are there from a height on: a version from before the sizes wrote them. */
export async function widenSizeFill(tx: SqlExecutor, chainId: string, fromHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO size_fill AS fill (chain_id, next_height, end_height)
     SELECT $1, $2::integer, height FROM (SELECT max(height) AS height FROM block WHERE chain = ${chainNumber(1)}) AS top WHERE height >= $2
         ON CONFLICT (chain_id) DO UPDATE SET next_height = least(fill.next_height, excluded.next_height),
                                              end_height = greatest(fill.end_height, excluded.end_height)`,
    chainId,
    fromHeight,
  );
}
