import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { SUGGESTED_MAX } from '@ledgergraph/chain-kit/graph/near-spellings';

export interface NearNamesKey {
  chainId: string;
  height: number;
  /** Folded and without the root's label. */
  names: readonly string[];
}

/** Case is ignored. One index probe for each text. */
export async function findNearNames(db: SqlExecutor, { chainId, height, names }: NearNamesKey): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    // OFFSET separates the probes: for a join Postgres would read the whole table.
    `SELECT DISTINCT found.name
       FROM unnest($3::text[]) AS wanted (name)
      CROSS JOIN LATERAL (
        SELECT fully_qualified_name AS name FROM currency_definition
         WHERE chain = ${chainNumber(1)} AND lower(fully_qualified_name) = wanted.name AND height <= $2
        OFFSET 0) found
      ORDER BY name LIMIT ${SUGGESTED_MAX}`,
    chainId,
    height,
    names,
  );
  return rows.map(({ name }) => name);
}
