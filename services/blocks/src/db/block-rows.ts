import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { ChainPower } from '#/verus-rpc/chain-power.ts';
import { type BlockRowPlace, listNew, type PlacedBlock } from './block-places.ts';
import { blocksByHash } from './place-sql.ts';
import { validationOf } from './produced-rows.ts';

export interface BlockRow {
  block: Omit<Block, 'transactions'> & { transactions: readonly { fragment: Uint8Array }[] };
  /** Satoshis. */
  reward: bigint;
}

const COLUMNS = {
  chain: 'smallint',
  height: 'integer',
  ordinal: 'smallint',
  hash: 'bytea',
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

/** A block that was orphaned before keeps its row. */
export async function putOnMain(
  tx: SqlExecutor,
  chain: number,
  placed: readonly PlacedBlock<BlockRow>[],
): Promise<void> {
  await returnBlocks(
    tx,
    chain,
    placed.filter(({ isKnown }) => isKnown).map(({ place }) => place),
  );
  await insertBlocks(tx, placed, true);
}

export async function insertLeftBlocks(tx: SqlExecutor, placed: readonly PlacedBlock<BlockRow>[]): Promise<void> {
  await insertBlocks(tx, placed, false);
}

/** The range of heights bounds the rows that are read, however Postgres joins. */
async function returnBlocks(tx: SqlExecutor, chain: number, places: readonly BlockRowPlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE block SET main = true, applied_at = now()
       FROM unnest($2::integer[], $3::integer[]) AS back (height, ordinal)
      WHERE block.chain = $1 AND block.height >= $4 AND block.height <= $5
        AND block.height = back.height AND block.ordinal = back.ordinal`,
    chain,
    places.map(({ height }) => height),
    places.map(({ ordinal }) => ordinal),
    places[0]?.height,
    places.at(-1)?.height,
  );
}

/** An existing row would violate the key: only the holder of the cursor gives places. */
async function insertBlocks(tx: SqlExecutor, placed: readonly PlacedBlock<BlockRow>[], isMain: boolean): Promise<void> {
  await insertRows(
    tx,
    'block',
    COLUMNS,
    listNew(placed).map(({ row: { block, reward }, place }) => [
      place.chain,
      place.height,
      place.ordinal,
      block.hash,
      isMain,
      block.previousHash,
      Number(block.time),
      block.version,
      block.merkleRoot,
      block.bits,
      block.difficulty,
      block.chainWork,
      block.chainStake,
      validationOf(block.validation),
      block.size,
      block.producer,
      reward,
      block.transactions.length,
      block.transactions.reduce((sum, { fragment }) => sum + fragment.length, 0),
    ]),
  );
}

export async function orphanBlocksAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<number> {
  return await tx.$executeRawUnsafe(
    `UPDATE block SET main = false WHERE chain = ${chainNumber(1)} AND height > $2 AND main`,
    chainId,
    keepHeight,
  );
}

/** Work and stake up to the block, 64 hex digits each. @throws Error for an unknown block */
export async function getBlockPower(db: SqlExecutor, chainId: string, hash: string): Promise<ChainPower> {
  const rows = await db.$queryRawUnsafe<ChainPower[]>(
    `SELECT encode(chain_work, 'hex') AS chainwork, encode(chain_stake, 'hex') AS chainstake
       FROM ${blocksByHash("decode($2, 'hex')")} AS block WHERE chain = ${chainNumber(1)}`,
    chainId,
    hash,
  );
  const power = rows[0];
  if (power === undefined) throw new Error(`block ${hash} has no row`);
  return power;
}
