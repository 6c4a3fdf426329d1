import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { SUGGESTED_MAX } from '@ledgergraph/chain-kit/graph/near-spellings';

/** A name that was not found, folded and without the root's label. */
export interface NearNamesKey {
  chainId: string;
  height: number;
  name: string;
  near: readonly string[];
}

export interface NearName {
  name: string;
  parentPath: string;
}

const BELOW_MAX = 100;

/** Near names first, then those that continue the text. One index probe for each. */
export async function findNearNames(
  db: SqlExecutor,
  { chainId, height, name, near }: NearNamesKey,
): Promise<NearName[]> {
  return db.$queryRawUnsafe<NearName[]>(
    `SELECT r.name, i.parent_path AS "parentPath"
       FROM (
         (SELECT identity_address, path, 0 AS rank FROM identity_label
           WHERE chain = ${chainNumber(1)} AND height <= $2 AND position = 0
             AND path = ANY (ARRAY(SELECT convert_to(spelling, 'UTF8') FROM unnest($3::text[]) AS all_of_them (spelling)))
           ORDER BY path LIMIT ${SUGGESTED_MAX})
         UNION ALL
         (SELECT identity_address, path, 1 FROM (
            SELECT * FROM identity_label
             WHERE chain = ${chainNumber(1)} AND path >= convert_to($4 || '.', 'UTF8') AND path < convert_to($4 || '/', 'UTF8')
             ORDER BY path LIMIT ${BELOW_MAX}) below
           WHERE height <= $2 AND position = 0
           ORDER BY path LIMIT ${SUGGESTED_MAX})
       ) found
       JOIN identity i ON i.chain = ${chainNumber(1)} AND i.identity_address = found.identity_address
      CROSS JOIN LATERAL (
            SELECT name FROM identity_revision
             WHERE chain = ${chainNumber(1)} AND identity_address = i.identity_address AND height <= $2
             ORDER BY height DESC, version DESC LIMIT 1) r
      ORDER BY found.rank, found.path LIMIT ${SUGGESTED_MAX}`,
    chainId,
    height,
    near,
    name,
  );
}
