import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

export const labelTable = describeTable(
  'label',
  { id: 'text', height: 'integer', label: 'text', parentId: 'text?' },
  { keepsFirst: true },
);
export type LabelRow = RowOf<typeof labelTable>;

export interface NameKey {
  chainId: string;
  id: string;
  height: number;
  /** The label of this root of the name space is left out. */
  rootId: string;
}

const FIND = `
WITH RECURSIVE path AS (
  SELECT wanted.key, 1 AS depth, wanted.chain_id, wanted.height_max, wanted.root_id, own.chain, own.label, own.parent_id
    FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[]) WITH ORDINALITY AS wanted (chain_id, id, height_max, root_id, key)
    JOIN label own ON own.chain = ${chainNumberOf('wanted.chain_id')} AND own.id = wanted.id AND own.height <= wanted.height_max
  UNION ALL
  SELECT path.key, path.depth + 1, path.chain_id, path.height_max, path.root_id, path.chain, parent.label, parent.parent_id
    FROM path
    JOIN label parent ON parent.chain = path.chain AND parent.id = path.parent_id AND parent.height <= path.height_max
   WHERE path.depth < 10 AND path.parent_id <> path.root_id
)
SELECT path.key::integer AS key, string_agg(path.label, '.' ORDER BY path.depth) AS name FROM path GROUP BY path.key`;

export async function findNames(db: SqlExecutor, keys: readonly NameKey[]): Promise<(string | null)[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; name: string }[]>(
    FIND,
    ...columnsOf(keys, 'chainId', 'id', 'height', 'rootId'),
  );
  return rowOfKeys(keys, rows).map((row) => row?.name ?? null);
}
