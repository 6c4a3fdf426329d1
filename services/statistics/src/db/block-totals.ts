import { chainNumber, chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Running totals from genesis up to a block. */
export interface Totals {
  height: number;
  /** Unix seconds. */
  latestTime: number;
  minedBlocks: number;
  transactions: bigint;
  /** Satoshis. */
  fees: bigint;
  size: bigint;
  minedWork: bigint;
  chainStake: bigint;
  feePool: bigint | null;
  difficulty: string;
}

export interface BlockTotalRow extends Totals {
  isStaked: boolean;
  producer: string;
  coinbaseTxid: Uint8Array;
  /** Native satoshis. */
  reward: bigint;
}

/** A block of a chain by its height. */
export interface ChainHeight {
  chainId: string;
  height: number;
}

const COLUMNS = {
  fees: 'bigint',
  fee_pool: 'bigint',
  reward: 'bigint',
  transactions: 'bigint',
  size: 'bigint',
  height: 'integer',
  mined_blocks: 'integer',
  latest_time: 'oid',
  chain: 'smallint',
  is_staked: 'boolean',
  coinbase_txid: 'bytea',
  producer: 'text',
  difficulty: 'text',
  mined_work: 'numeric',
  chain_stake: 'numeric',
};

/** @param chain number of the chain */
export async function insertBlockTotals(tx: SqlExecutor, chain: number, rows: readonly BlockTotalRow[]): Promise<void> {
  const values = rows.map((row) => [
    row.fees,
    row.feePool,
    row.reward,
    row.transactions,
    row.size,
    row.height,
    row.minedBlocks,
    row.latestTime,
    chain,
    row.isStaked,
    row.coinbaseTxid,
    row.producer,
    row.difficulty,
    row.minedWork,
    row.chainStake,
  ]);
  await insertRows(tx, 'block_total', COLUMNS, values);
}

const TOTALS = `height, ${blockTime('latest_time')} AS "latestTime", mined_blocks AS "minedBlocks", transactions, fees, size,
  mined_work::text AS "minedWork", chain_stake::text AS "chainStake", fee_pool AS "feePool", difficulty`;

/** Totals as they are read. */
type ReadTotals = Omit<Totals, 'minedWork' | 'chainStake'> & { minedWork: string; chainStake: string };

function toTotals(row: ReadTotals | undefined): Totals | null {
  if (row === undefined) return null;
  return { ...row, minedWork: BigInt(row.minedWork), chainStake: BigInt(row.chainStake) };
}

/** Totals up to one block; null: there is no such block. */
export async function findLastTotals(db: SqlExecutor, chainId: string, height: number): Promise<Totals | null> {
  const [row] = await db.$queryRawUnsafe<ReadTotals[]>(
    `SELECT ${TOTALS} FROM block_total WHERE chain = ${chainNumber(1)} AND height = $2`,
    chainId,
    height,
  );
  return toTotals(row);
}

/** Totals up to each block, in the order of the keys; null for a block that is not there. One query. */
export async function findTotals(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<(Totals | null)[]> {
  const rows = await db.$queryRawUnsafe<(ReadTotals & { key: number })[]>(
    `SELECT wanted.key::integer AS key, found.*
       FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (chain_id, height, key)
      CROSS JOIN LATERAL (SELECT ${TOTALS} FROM block_total
                           WHERE chain = ${chainNumberOf('wanted.chain_id')} AND block_total.height = wanted.height
                           LIMIT 1) AS found`,
    ...columnsOf(keys, 'chainId', 'height'),
  );
  return rowOfKeys(keys, rows).map(toTotals);
}
