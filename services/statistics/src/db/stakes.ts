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

const KEYS = describeKeys({ chainId: 'text', address: 'text', heightMax: 'integer', limit: 'integer' });
export type StakeRequest = KeyOf<typeof KEYS>;

export async function listStakes(db: SqlExecutor, requests: readonly StakeRequest[]): Promise<ListedStake[][]> {
  return KEYS.list<ListedStake>(
    db,
    `SELECT wanted.key, page.height, encode(block.hash, 'hex') AS hash, page.owner, page.satoshis,
            page.age_blocks AS "ageBlocks", total.reward, total.producer
       FROM ${KEYS.sql}
      -- The key is compared and ordered as a whole: only one index fits, and a page begins at one place of it.
      CROSS JOIN LATERAL (SELECT * FROM stake
                           WHERE (stake.chain, stake.address, stake.height) <= (wanted.chain, wanted.address, wanted.height_max)
                           ORDER BY stake.chain DESC, stake.address DESC, stake.height DESC LIMIT wanted."limit") AS page
      CROSS JOIN LATERAL (SELECT hash FROM applied_block
                           WHERE applied_block.chain = wanted.chain AND applied_block.height = page.height LIMIT 1) AS block
      CROSS JOIN LATERAL (SELECT reward, producer FROM block_total
                           WHERE block_total.chain = wanted.chain AND block_total.height = page.height LIMIT 1) AS total
      WHERE page.chain = wanted.chain AND page.address = wanted.address
      ORDER BY wanted.key, page.height DESC`,
    requests,
  );
}
