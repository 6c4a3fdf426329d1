import { chainNumberOf } from '#/chain/chain-numbers.ts';
import { columnsOf } from '#/db/keyed-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** A time, and the part of a chain that it is looked up in. */
export interface TimeKey {
  chainId: string;
  /** Highest block to look at; it is on the chain. */
  tip: number;
  /** Unix seconds. */
  seconds: number;
}

/**
 * Finds the highest blocks whose own time is not after given times, in the order of the keys; -1: every block is later.
 *
 * Times of blocks may go back, but a block is later than the median of the 11 blocks before it (`ContextualCheckBlockHeader`). So once 11
 * consecutive blocks are all later than a time, every block above them is. "One of the 11 blocks from this height on is not later" holds up
 * to the wanted height and for none above it: a search that halves the range finds it, with 11 rows of one index for each step.
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

// `low` is not above the wanted height, `high` not below it. `found` is the highest block that counts among the 11 of a step.
// OFFSET 0: the number of a chain is looked up once, not in each step.
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
