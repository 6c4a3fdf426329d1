import type pg from 'pg';

/** No indexer and no query finds the tables here. */
export const STAGING = 'snapshot_load';
/** Names of a service's own tables do not begin like these. */
export const RECORDS = ['load_state', 'load_piece', 'load_index'];
export function staged(client: pg.Client, table: string): string {
  return `${STAGING}.${client.escapeIdentifier(table)}`;
}

export interface KeptIndex {
  table: string;
  name: string;
  definition: string;
  /** A primary key comes with the rows, the others after it. */
  isKey: boolean;
}

export async function listMissingIndexes(client: pg.Client): Promise<KeptIndex[]> {
  const { rows } = await client.query<KeptIndex>(
    `SELECT "table", name, definition, is_key AS "isKey" FROM ${STAGING}.load_index
      WHERE to_regclass(format('%I.%I', $1::text, name)) IS NULL ORDER BY is_key DESC, name`,
    [STAGING],
  );
  return rows;
}

export async function listStaged(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p') AND relname <> ALL($2::text[])`,
    [STAGING, RECORDS],
  );
  return rows.map(({ name }) => name);
}

export async function moveBack(client: pg.Client): Promise<void> {
  for (const name of await listStaged(client))
    await client.query(`ALTER TABLE ${staged(client, name)} SET SCHEMA public`);
}

/** The next number follows the rows, whatever the snapshot's writer had. */
export async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `SELECT d.objid::regclass::text AS sequence, t.relname AS "table", a.attname AS column
       FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
       JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
      WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
        AND d.deptype IN ('a', 'i') AND t.relnamespace = to_regnamespace($1)`,
    [STAGING],
  );
  for (const { sequence, table, column } of rows) {
    const rowsOf = staged(client, table);
    await client.query(
      `SELECT setval($1::regclass, max(${client.escapeIdentifier(column)})) FROM ${rowsOf} HAVING count(*) > 0`,
      [sequence],
    );
  }
}
