import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
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

export interface ChainHeight {
  chainId: string;
  height: number;
}

export async function findTotals(db: SqlExecutor, keys: readonly ChainHeight[]): Promise<(BlockTotalRow | null)[]> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT wanted.key::integer AS key, found.*
       FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (chain_id, height, key)
      CROSS JOIN LATERAL (SELECT ${blockTotals.columns()} FROM block_total
                           WHERE chain = ${chainNumberOf('wanted.chain_id')} AND block_total.height = wanted.height
                           LIMIT 1) AS found`,
    ...columnsOf(keys, 'chainId', 'height'),
  );
  const found = blockTotals.fromSql<BlockTotalRow & { key: number }>(rows);
  return rowOfKeys(keys, found).map((row) => row ?? null);
}
