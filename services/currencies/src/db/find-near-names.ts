import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { SUGGESTED_MAX } from '@ledgergraph/chain-kit/graph/near-spellings';

export interface NearNamesKey {
  chainId: string;
  height: number;
  /** Folded, without the root's label: texts that a name may have been meant as. */
  names: readonly string[];
}

/** Names of currencies that are defined by the height and are one of the texts, in any case. One probe of an index for each text. */
export async function findNearNames(db: SqlExecutor, { chainId, height, names }: NearNamesKey): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    // OFFSET keeps the probes apart: joined, Postgres would read the whole table for this many texts.
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
