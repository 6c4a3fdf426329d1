import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Both ends included. */
export interface ProducerWindow {
  chainId: string;
  from: number;
  to: number;
  /** Null: blocks of both kinds. */
  isStaked: boolean | null;
  /** Native satoshis that block 1 pays to its miner beside the reward. */
  blockOnePremine: bigint;
}

export interface ProducerRow {
  address: string;
  minedBlocks: number;
  stakedBlocks: number;
  /** Native satoshis. */
  reward: bigint;
}

export interface ProducerPlace {
  reward: bigint;
  address: string;
}

/**
 * Reads each block of the window once, so callers bound the window. An address that a coinbase does not name first made no block, yet
 * has its part of the reward. The other outputs of block 1 pay out launch sales and preallocations.
 */
export async function listProducers(
  db: SqlExecutor,
  { chainId, from, to, isStaked, blockOnePremine }: ProducerWindow,
  after: ProducerPlace | null,
  limit: number,
): Promise<ProducerRow[]> {
  return await db.$queryRawUnsafe<ProducerRow[]>(
    `SELECT * FROM (
       SELECT address, sum(mined)::integer AS "minedBlocks", sum(staked)::integer AS "stakedBlocks", sum(paid)::bigint AS reward
         FROM (SELECT producer AS address, (NOT is_staked)::integer AS mined, is_staked::integer AS staked, 0::bigint AS paid
                 FROM block_total
                WHERE chain = ${chainNumber(1)} AND height BETWEEN $2 AND $3 AND is_staked = coalesce($4::boolean, is_staked)
                UNION ALL
               SELECT address, 0, 0, satoshis - CASE height WHEN 1 THEN $8::bigint ELSE 0 END FROM reward
                WHERE chain = ${chainNumber(1)} AND height BETWEEN $2 AND $3 AND is_staked = coalesce($4::boolean, is_staked)
                  AND currency_id IS NULL AND (height <> 1 OR vout = 0)) AS part
        GROUP BY address) AS producer
      WHERE address <> '' AND ($5::bigint IS NULL OR (-reward, address) > (-$5::bigint, $6::text))
      ORDER BY -reward, address LIMIT $7`,
    chainId,
    from,
    to,
    isStaked,
    after?.reward ?? null,
    after?.address ?? null,
    limit,
    blockOnePremine,
  );
}
