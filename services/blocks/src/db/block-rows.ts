import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { ChainPower } from '#/verus-rpc/chain-power.ts';
import { validationOf } from './validation-of.ts';

export interface BlockRow {
  block: Omit<Block, 'transactions'> & { transactions: readonly { fragment: Uint8Array }[] };
  /** Block reward in satoshis. */
  reward: bigint;
  chainStake: Uint8Array;
}

const COLUMNS = {
  chain_id: 'text',
  hash: 'bytea',
  height: 'integer',
  main: 'boolean',
  previous_hash: 'bytea',
  time: 'oid',
  version: 'integer',
  merkle_root: 'bytea',
  bits: 'text',
  difficulty: 'text',
  chain_work: 'bytea',
  chain_stake: 'bytea',
  validation: 'text',
  size: 'integer',
  producer: 'text',
  reward: 'bigint',
  transaction_count: 'integer',
  fragments_size: 'integer',
};

/**
 * Puts blocks on the main chain. A block that was orphaned before keeps its row.
 * @param areNew true if none of the blocks has a row
 */
export async function upsertMainBlocks(tx: SqlExecutor, rows: readonly BlockRow[], areNew: boolean): Promise<void> {
  const again = 'ON CONFLICT (chain_id, hash) DO UPDATE SET main = true, applied_at = now()';
  await insertBlocks(tx, rows, true, areNew ? '' : again);
}

/** Adds blocks that the main chain has left. One that has a row keeps it. */
export async function insertLeftBlocks(tx: SqlExecutor, rows: readonly BlockRow[]): Promise<void> {
  await insertBlocks(tx, rows, false, 'ON CONFLICT DO NOTHING');
}

async function insertBlocks(
  tx: SqlExecutor,
  rows: readonly BlockRow[],
  isMain: boolean,
  onConflict: string,
): Promise<void> {
  await insertRows(
    tx,
    'block',
    COLUMNS,
    rows.map(({ block, reward, chainStake }) => [
      block.chainId,
      block.hash,
      block.height,
      isMain,
      block.previousHash,
      Number(block.time),
      block.version,
      block.merkleRoot,
      block.bits,
      block.difficulty,
      block.chainWork,
      chainStake,
      validationOf(block.validation),
      block.size,
      block.producer,
      reward,
      block.transactions.length,
      block.transactions.reduce((sum, { fragment }) => sum + fragment.length, 0),
    ]),
    onConflict,
  );
}

/** Takes all blocks above a height off the main chain; their rows stay. */
export async function orphanBlocksAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<number> {
  return await tx.$executeRawUnsafe(
    'UPDATE block SET main = false WHERE chain_id = $1 AND height > $2 AND main',
    chainId,
    keepHeight,
  );
}

/** Accumulated work and stake of the chain up to a block, 64 hex digits each. @throws Error for a block we never had */
export async function getBlockPower(db: SqlExecutor, chainId: string, hash: string): Promise<ChainPower> {
  const rows = await db.$queryRawUnsafe<ChainPower[]>(
    `SELECT encode(chain_work, 'hex') AS chainwork, encode(chain_stake, 'hex') AS chainstake
       FROM block WHERE chain_id = $1 AND hash = decode($2, 'hex')`,
    chainId,
    hash,
  );
  const power = rows[0];
  if (power === undefined) throw new Error(`block ${hash} has no row`);
  return power;
}
