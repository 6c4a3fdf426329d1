import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

export const labelTable = describeTable(
  'label',
  { id: 'text', height: 'integer', label: 'text', parentId: 'text?' },
  { keepsFirst: true },
);
export type LabelRow = RowOf<typeof labelTable>;

const KEYS = describeKeys({
  chainId: 'text',
  id: 'text',
  height: 'integer',
  /** The label of this root of the name space is left out. */
  rootId: 'text',
});
export type NameKey = KeyOf<typeof KEYS>;

const FIND = `
WITH RECURSIVE path AS (
  SELECT wanted.key, 1 AS depth, wanted.height, wanted.root_id, own.chain, own.label, own.parent_id
    FROM ${KEYS.sql}
    JOIN label own ON own.chain = wanted.chain AND own.id = wanted.id AND own.height <= wanted.height
  UNION ALL
  SELECT path.key, path.depth + 1, path.height, path.root_id, path.chain, parent.label, parent.parent_id
    FROM path
    JOIN label parent ON parent.chain = path.chain AND parent.id = path.parent_id AND parent.height <= path.height
   WHERE path.depth < 10 AND path.parent_id <> path.root_id
)
SELECT path.key, string_agg(path.label, '.' ORDER BY path.depth) AS name FROM path GROUP BY path.key`;

export async function findNames(db: SqlExecutor, keys: readonly NameKey[]): Promise<(string | null)[]> {
  const rows = await KEYS.find<{ name: string }>(db, FIND, keys);
  return rows.map((row) => row?.name ?? null);
}
