import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

/** By the owner of the coin and by the producer. */
export const stakes = describeTable('stake', {
  satoshis: 'bigint',
  height: 'integer',
  ageBlocks: 'integer?',
  address: 'text',
  owner: 'text',
});
export type StakeRow = RowOf<typeof stakes>;

export interface ListedStake {
  height: number;
  hash: string;
  owner: string;
  satoshis: bigint;
  ageBlocks: number | null;
  /** Native satoshis of the block's coinbase. */
  reward: bigint;
  producer: string;
}

/** Heights `from` and `to` are included. */
const KEYS = describeKeys({ chainId: 'text', address: 'text', from: 'integer', to: 'integer', limit: 'integer' });
export type StakeRequest = KeyOf<typeof KEYS>;

export type Order = 'ASC' | 'DESC';

export async function listStakes(
  order: Order,
  db: SqlExecutor,
  requests: readonly StakeRequest[],
): Promise<ListedStake[][]> {
  return KEYS.list<ListedStake>(db, STATEMENTS[order], requests);
}

function statement(order: Order): string {
  const begin =
    order === 'ASC'
      ? '>= (wanted.chain, wanted.address, wanted."from")'
      : '<= (wanted.chain, wanted.address, wanted."to")';
  return `SELECT wanted.key, page.height, encode(block.hash, 'hex') AS hash, page.owner, page.satoshis,
            page.age_blocks AS "ageBlocks", total.reward, total.producer
       FROM ${KEYS.sql}
      -- The key is compared and ordered as a whole: only one index fits, and a page begins at one place of it.
      CROSS JOIN LATERAL (SELECT * FROM stake
                           WHERE (stake.chain, stake.address, stake.height) ${begin}
                           ORDER BY stake.chain ${order}, stake.address ${order}, stake.height ${order}
                           LIMIT wanted."limit") AS page
      CROSS JOIN LATERAL (SELECT hash FROM applied_block
                           WHERE applied_block.chain = wanted.chain AND applied_block.height = page.height LIMIT 1) AS block
      CROSS JOIN LATERAL (SELECT reward, producer FROM block_total
                           WHERE block_total.chain = wanted.chain AND block_total.height = page.height LIMIT 1) AS total
      WHERE page.chain = wanted.chain AND page.address = wanted.address
        AND page.height BETWEEN wanted."from" AND wanted."to"
      ORDER BY wanted.key, page.height ${order}`;
}

const STATEMENTS: Readonly<Record<Order, string>> = { ASC: statement('ASC'), DESC: statement('DESC') };
