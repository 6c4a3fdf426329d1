import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface BlockRow {
  height: number;
  /** Satoshis; null where it is not known. */
  total: bigint | null;
  transactionCount: number;
}

export interface BlockRequest {
  chainId: string;
  hash: string;
  /** A block above it does not exist for the request. */
  heightMax: number;
}

export async function insertBlockRows(tx: SqlExecutor, chainId: string, rows: readonly BlockRow[]): Promise<void> {
  await insertRows(
    tx,
    'block_statistics',
    { chain_id: 'text', height: 'integer', total: 'bigint', transaction_count: 'integer' },
    rows.map(({ height, total, transactionCount }) => [chainId, height, total, transactionCount]),
  );
}

/** @param keepHeight -1: no block is kept */
export async function deleteRowsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM block_statistics WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
}

/** The row of each block, in the order asked for; null for one that is not on the main chain. One query. */
export async function findBlockRows(db: SqlExecutor, requests: readonly BlockRequest[]): Promise<(BlockRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(BlockRow & { key: number })[]>(
    `SELECT wanted.key::integer AS key, own.height, own.total, own.transaction_count AS "transactionCount"
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, hash, height_max, key)
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
       JOIN block_statistics AS own ON own.chain_id = wanted.chain_id AND own.height = block.height
      WHERE block.chain = ${chainNumberOf('wanted.chain_id')} AND block.height <= wanted.height_max`,
    ...columnsOf(requests, 'chainId', 'hash', 'heightMax'),
  );
  return rowOfKeys(requests, rows).map((row) => row ?? null);
}
