import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BLOCK_COLUMNS, type BlockRecord } from './find-blocks.ts';
import { blocksByHash, PARENT_OF_BRANCH } from './place-sql.ts';

/** Their statement looks each up. */
const REORGS_MAX = 100;

export interface LeftTip extends BlockRecord {
  /** Blocks down to the main chain. */
  branchLength: number;
}

/** The last blocks of the branches that the newest reorganisations removed, the highest first. */
export async function findLeftTips(db: SqlExecutor, chainId: string): Promise<LeftTip[]> {
  const rows = await db.$queryRawUnsafe<Omit<LeftTip, 'chainId'>[]>(
    `WITH RECURSIVE left_tip AS (
       SELECT DISTINCT ON (tip.height, tip.ordinal) tip.*
         FROM (SELECT old_tip_hash FROM reorg WHERE chain_id = $1 ORDER BY id DESC LIMIT $2::integer) AS newest
        CROSS JOIN LATERAL (SELECT * FROM ${blocksByHash('newest.old_tip_hash')} AS found WHERE found.chain = ${chainNumber(1)} LIMIT 1) AS tip
        WHERE NOT tip.main
          AND (SELECT true FROM block above
                WHERE above.chain = tip.chain AND above.height = tip.height + 1 AND above.previous_hash = tip.hash LIMIT 1) IS NULL
        ORDER BY tip.height DESC, tip.ordinal DESC
     ), branch AS (
       SELECT hash AS tip_hash, chain, height, previous_hash, 1 AS length FROM left_tip
       UNION ALL
       SELECT branch.tip_hash, parent.chain, parent.height, parent.previous_hash, branch.length + 1
         FROM branch ${PARENT_OF_BRANCH} WHERE NOT parent.main
     ), longest AS (SELECT tip_hash, max(length)::integer AS length FROM branch GROUP BY tip_hash)
     SELECT ${BLOCK_COLUMNS}, longest.length AS "branchLength"
       FROM left_tip JOIN longest ON longest.tip_hash = left_tip.hash ORDER BY height DESC, hash`,
    chainId,
    REORGS_MAX,
  );
  return rows.map((row) => ({ ...row, chainId }));
}
