import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';

/**
 * Blocks of a range in which a transaction paid a fee, in the order of the chain. Each is a change by its block as a whole. Changes of
 * objects that a subscription can choose by their addresses are listed by `changeList` of chain-kit.
 */
export async function listChanges(db: SqlExecutor, range: ChangeRange): Promise<ChangePlace[]> {
  const { chainId, from, to, limit } = range;
  return await db.$queryRawUnsafe<ChangePlace[]>(
    `SELECT height, -1 AS "txIndex", -1 AS vout, chain_id AS id, height::text AS reference
       FROM block_statistics
      WHERE chain_id = $1 AND height BETWEEN $2 AND $3 AND transaction_count > 0
      ORDER BY height LIMIT $4`,
    chainId,
    from,
    to,
    limit,
  );
}
