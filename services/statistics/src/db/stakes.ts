import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface StakeRow {
  height: number;
  /** Address that the row is found by. */
  address: string;
  /** Owner of the coin. */
  owner: string;
  satoshis: bigint;
  ageBlocks: number | null;
}

/** A staked block as it is listed. */
export interface ListedStake {
  height: number;
  hash: string;
  owner: string;
  satoshis: bigint;
  ageBlocks: number | null;
  /** Native satoshis of the block's coinbase. */
  reward: bigint;
  /** Address that the block names as its producer. */
  producer: string;
}

/** A page of the stakes of an address, at or below a height. */
export interface StakeRequest {
  chainId: string;
  address: string;
  /** Highest height. */
  heightMax: number;
  limit: number;
}

const COLUMNS = {
  satoshis: 'bigint',
  height: 'integer',
  age_blocks: 'integer',
  chain: 'smallint',
  address: 'text',
  owner: 'text',
};

/** @param chain number of the chain */
export async function insertStakes(tx: SqlExecutor, chain: number, rows: readonly StakeRow[]): Promise<void> {
  const values = rows.map((row) => [row.satoshis, row.height, row.ageBlocks, chain, row.address, row.owner]);
  await insertRows(tx, 'stake', COLUMNS, values);
}

/** A page for each request, newest block first. One query. */
export async function listStakes(db: SqlExecutor, requests: readonly StakeRequest[]): Promise<ListedStake[][]> {
  const rows = await db.$queryRawUnsafe<(ListedStake & { key: number })[]>(
    `SELECT wanted.key::integer AS key, page.height, encode(block.hash, 'hex') AS hash, page.owner, page.satoshis,
            page.age_blocks AS "ageBlocks", total.reward, total.producer
       FROM (SELECT ${chainNumberOf('listed.chain_id')} AS chain, address, height_max, rows_max, key
               FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
                    WITH ORDINALITY AS listed (chain_id, address, height_max, rows_max, key) OFFSET 0) AS wanted
      -- The key is compared and ordered as a whole: only one index fits, and a page begins at one place of it.
      CROSS JOIN LATERAL (SELECT * FROM stake
                           WHERE (stake.chain, stake.address, stake.height) <= (wanted.chain, wanted.address, wanted.height_max)
                           ORDER BY stake.chain DESC, stake.address DESC, stake.height DESC LIMIT wanted.rows_max) AS page
      CROSS JOIN LATERAL (SELECT hash FROM applied_block
                           WHERE applied_block.chain = wanted.chain AND applied_block.height = page.height LIMIT 1) AS block
      CROSS JOIN LATERAL (SELECT reward, producer FROM block_total
                           WHERE block_total.chain = wanted.chain AND block_total.height = page.height LIMIT 1) AS total
      WHERE page.chain = wanted.chain AND page.address = wanted.address
      ORDER BY wanted.key, page.height DESC`,
    requests.map(({ chainId }) => chainId),
    requests.map(({ address }) => address),
    requests.map(({ heightMax }) => heightMax),
    requests.map(({ limit }) => limit),
  );
  const pages: ListedStake[][] = requests.map(() => []);
  for (const { key, ...row } of rows) pages[key - 1]?.push(row);
  return pages;
}
