import type pg from 'pg';

export interface TableColumns {
  name: string;
  columns: string[];
}

/** The sums do not depend on the order of rows. */
export interface TableContents extends TableColumns {
  rows: string;
  /** Sum of a 64-bit hash of each row, as a decimal. */
  checksum: string;
}

export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

const MIGRATIONS_TABLE = '_prisma_migrations';

/** Rows must read as the same text on both sides, whatever the server's settings are. */
export const SESSION = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0`;

export async function listTables(client: pg.Client, schema = 'public'): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relnamespace = to_regnamespace($2) AND c.relkind = 'r' AND c.relname <> $1
      GROUP BY c.relname ORDER BY c.relname`,
    [MIGRATIONS_TABLE, schema],
  );
  return rows;
}

export async function readTables(client: pg.Client): Promise<TableContents[]> {
  const tables: TableContents[] = [];
  for (const { name, columns } of await listTables(client)) {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const { rows } = await client.query<{ rows: string; checksum: string }>(
      `SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(ROW(${list})::text, 0)), 0)::text AS checksum
         FROM ${client.escapeIdentifier(name)}`,
    );
    tables.push({ name, columns, rows: rows[0]?.rows ?? '', checksum: rows[0]?.checksum ?? '' });
  }
  return tables;
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: found } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of found) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${client.escapeIdentifier(name)}`,
    );
    sequences.push({ name, lastValue: rows[0]?.last_value ?? '', isCalled: rows[0]?.is_called ?? false });
  }
  return sequences;
}

export async function readApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE}
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

/** Each table comes after those that it refers to; it may refer to itself. */
export async function sortByReferences(client: pg.Client, tables: readonly TableContents[]): Promise<TableContents[]> {
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT f.relname AS from, t.relname AS to
       FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND f.oid <> t.oid`,
  );
  const sorted: TableContents[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    sorted.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return sorted;
}
