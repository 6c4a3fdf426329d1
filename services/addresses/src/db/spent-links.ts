import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { SPENT_ABOVE } from './spends.ts';

/** Tables that find outputs and say themselves at which height each was spent. */
type LinkTable = 'address_output' | 'token_output';

/** One row of such a table: its key without the chain, and the height of the spend. */
export interface SpentLink {
  key: readonly number[];
  spentHeight: number | null;
}

/**
 * Writes the spends of outputs whose links were inserted before. Rows are found by a probe each (see `listOutputs`) and then met at their place.
 * @param keyColumns of the table's primary key, all but the chain, in the order of the links' keys
 */
export async function writeSpentHeights(
  tx: SqlExecutor,
  table: LinkTable,
  chain: number,
  keyColumns: readonly string[],
  links: readonly SpentLink[],
): Promise<void> {
  if (links.length === 0) return;
  const arrays = [...keyColumns, 'spent_height'].map((_, index) => `$${index + 2}::integer[]`);
  await tx.$executeRawUnsafe(
    `UPDATE ${table}
        SET spent_height = spend.spent_height
       FROM (
         SELECT found.ctid AS place, listed.spent_height
           FROM unnest(${arrays.join(', ')}) AS listed (${keyColumns.join(', ')}, spent_height)
          CROSS JOIN LATERAL (
            SELECT link.ctid FROM ${table} link
             WHERE link.chain = $1 AND ${keyColumns.map((column) => `link.${column} = listed.${column}`).join(' AND ')}
             LIMIT 1
          ) found
       ) spend
      WHERE ${table}.ctid = spend.place`,
    chain,
    ...keyColumns.map((_, index) => links.map(({ key }) => key[index])),
    links.map(({ spentHeight }) => spentHeight),
  );
}

/**
 * Takes back links and spends above a height; to be called before `output` and `spend` themselves are reverted. -1: everything.
 * @param ofOutput FROM items and condition that find the rows of `output`, on chain $1
 */
export async function revertLinks(
  tx: SqlExecutor,
  table: LinkTable,
  ofOutput: string,
  chain: number,
  keepHeight: number,
): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM ${table} USING output, ${ofOutput} AND output.height > $2`,
    chain,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE ${table} SET spent_height = NULL FROM ${SPENT_ABOVE}, ${ofOutput}`,
    chain,
    keepHeight,
  );
}
