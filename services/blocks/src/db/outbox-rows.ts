import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

export interface OutboxRow {
  id: bigint;
  chainId: string;
  height: number;
  hash: Uint8Array;
  previousHash: Uint8Array;
  time: number;
}

const COLUMNS = { chain_id: 'text', height: 'integer', hash: 'bytea', previous_hash: 'bytea', time: 'oid' };

export async function insertOutbox(tx: SqlExecutor, blocks: readonly Omit<Block, 'transactions'>[]): Promise<void> {
  await insertRows(
    tx,
    'outbox',
    COLUMNS,
    blocks.map((block) => [block.chainId, block.height, block.hash, block.previousHash, Number(block.time)]),
  );
}

export async function listOutbox(db: SqlExecutor, chainId: string, limit: number): Promise<OutboxRow[]> {
  return await db.$queryRawUnsafe<OutboxRow[]>(
    `SELECT id, chain_id AS "chainId", height, hash, previous_hash AS "previousHash", time
       FROM outbox WHERE chain_id = $1 ORDER BY id LIMIT $2`,
    chainId,
    limit,
  );
}

export async function deleteOutbox(db: SqlExecutor, chainId: string, lastId: bigint): Promise<void> {
  await db.$executeRawUnsafe('DELETE FROM outbox WHERE chain_id = $1 AND id <= $2', chainId, lastId);
}
