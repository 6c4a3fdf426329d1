import { chainNumberOf } from '#/chain/chain-numbers.ts';
import { columnsOf } from '#/db/keyed-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

export interface TimeKey {
  chainId: string;
  /** Highest block to read; it is on the chain. */
  tip: number;
  seconds: number;
}

/**
 * -1: every block is later. Times may go back, but a block is later than the median of the 11 before it (`ContextualCheckBlockHeader`):
 * above 11 consecutive later blocks all are later. "One of the 11 blocks from this height on is not later" holds exactly up to the
 * wanted height, so a binary search finds it with 11 index rows per step.
 */
export async function findHeightsAt(db: SqlExecutor, keys: readonly TimeKey[]): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ height: number }[]>(
    HEIGHTS_AT,
    ...columnsOf(keys, 'chainId', 'tip', 'seconds'),
  );
  return rows.map(({ height }) => height);
}

/** `nMedianTimeSpan` of verusd. */
const MEDIAN_BLOCKS = 11;

// `low` is not above the wanted height, `high` not below it. `found` is the highest matching block of a step. OFFSET 0: the chain's
// number is looked up once.
const HEIGHTS_AT = `
  SELECT (WITH RECURSIVE search (low, high) AS (
            SELECT -1, wanted.tip
             UNION ALL
            SELECT coalesce(found.height, low), CASE WHEN found.height IS NULL THEN middle - 1 ELSE high END
              FROM search
             CROSS JOIN LATERAL (SELECT (low + high + 1) / 2) AS half (middle)
              LEFT JOIN LATERAL (SELECT height FROM applied_block
                                  WHERE chain = wanted.chain AND height >= middle
                                    AND height < least(middle + ${MEDIAN_BLOCKS}, high + 1) AND time::bigint <= wanted.seconds
                                  ORDER BY chain DESC, height DESC LIMIT 1) AS found ON true
             WHERE low < high)
          SELECT max(low) FROM search) AS height
    FROM (SELECT ${chainNumberOf('listed.chain_id')} AS chain, tip, seconds, key
            FROM unnest($1::text[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS listed (chain_id, tip, seconds, key)
          OFFSET 0) AS wanted
   ORDER BY key`;
