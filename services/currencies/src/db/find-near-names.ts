import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { SUGGESTED_MAX } from '@ledgergraph/chain-kit/graph/near-spellings';

export interface NearNamesKey {
  chainId: string;
  height: number;
  /** Folded, without the root's label: texts that a name may have been meant as. */
  names: readonly string[];
}

/** Names of currencies that are defined by the height and have one of the texts as their name, or as its end. The index of names is probed. */
export async function findNearNames(db: SqlExecutor, { chainId, height, names }: NearNamesKey): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    // One probe for each text. All in one condition would make Postgres read the table.
    `SELECT DISTINCT found.name
       FROM unnest($3::text[]) AS wanted (name)
      CROSS JOIN LATERAL (
        SELECT fully_qualified_name AS name FROM currency_definition
         WHERE search_names @> ARRAY[wanted.name] AND chain_id = $1 AND height <= $2
         LIMIT ${SUGGESTED_MAX}) found
      ORDER BY name LIMIT ${SUGGESTED_MAX}`,
    chainId,
    height,
    names,
  );
  return rows.map(({ name }) => name);
}
