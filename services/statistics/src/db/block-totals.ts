import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

/** Running totals from genesis up to each block. */
export const blockTotals = describeTable('block_total', {
  fees: 'bigint',
  feePool: 'bigint?',
  reward: 'bigint',
  transactions: 'bigint',
  size: 'bigint',
  height: 'integer',
  minedBlocks: 'integer',
  latestTime: 'oid',
  isStaked: 'boolean',
  coinbaseTxid: 'bytea',
  producer: 'text',
  difficulty: 'text',
  minedWork: 'numeric',
  chainStake: 'numeric',
});
export type BlockTotalRow = RowOf<typeof blockTotals>;

const KEYS = describeKeys({ chainId: 'text', height: 'integer' });
export type ChainHeight = KeyOf<typeof KEYS>;

export async function findTotals(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<(BlockTotalRow | null)[]> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT wanted.key, found.*
       FROM ${KEYS.sql}
      CROSS JOIN LATERAL (SELECT ${blockTotals.columns()} FROM block_total
                           WHERE chain = wanted.chain AND block_total.height = wanted.height
                           LIMIT 1) AS found`,
    ...KEYS.values(keys),
  );
  const found = blockTotals.fromSql<BlockTotalRow & { key: number }>(rows);
  return rowOfKeys(keys, found).map((row) => row ?? null);
}
