import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface BlockKey {
  chainId: string;
  height: number;
}

export interface FoundBlock {
  keyIndex: number;
  hash: string;
  /** Unix seconds. */
  time: number;
}

/** Keys above the cursor are missing. */
export async function findBlocks(db: SqlExecutor, keys: readonly BlockKey[]): Promise<FoundBlock[]> {
  return db.$queryRawUnsafe<FoundBlock[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", encode(block.hash, 'hex') AS hash, block.time
       FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (chain_id, height, place)
      CROSS JOIN LATERAL (SELECT * FROM applied_block
                           WHERE chain = ${chainNumberOf('wanted.chain_id')}
                             AND applied_block.height = wanted.height LIMIT 1) block`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ height }) => height),
  );
}
