import { BinaryRows } from './copy-binary.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Rows per statement: keeps one message to Postgres in the low megabytes. */
const ROWS_MAX = 5_000;

/** Fewer rows go faster in one statement than in the three round trips of a COPY. */
export const COPY_ROWS_MIN = 20;

/** Characters of hashes, addresses and names, which are most of the text that indexers write. */
const BARE = /^[0-9A-Za-z]+$/;

/**
 * Inserts many rows: with COPY where the connection can and no conflict is expected, else with one statement per 5,000,
 * `INSERT … SELECT … FROM unnest(…)`, one array parameter per column.
 * @param columns column name → SQL type, the column's own: in a COPY values go as that type's bytes
 * @param rows values in the order of `columns`; bigint, number, string, boolean, Uint8Array, null, or an array of
 * the elements of an array column
 * @param onConflict SQL that follows the select, e.g. `ON CONFLICT DO NOTHING`
 */
export async function insertRows(
  tx: SqlExecutor,
  table: string,
  columns: Record<string, string>,
  rows: readonly (readonly unknown[])[],
  onConflict = '',
): Promise<void> {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  if (onConflict === '' && wouldCopy(tx, rows.length)) {
    const encoded = new BinaryRows(types);
    for (const row of rows) encoded.add(row);
    return copyRows(tx, table, names, encoded);
  }
  const sql = `INSERT INTO "${table}" (${listed(names)}) ${selectRows(columns)} ${onConflict}`;
  for (const { values } of partsOf(types, rows)) await send(tx, sql, values);
}

/**
 * Sets columns of many rows that stand already, with one statement per 5,000.
 * @param columns first those of `keys`, by which a row of the chain is found, then those that are set, as `insertRows` takes them
 * @throws Error where a row is missing, which fails the transaction
 */
export async function updateRows(
  tx: SqlExecutor,
  table: string,
  columns: Record<string, string>,
  keys: readonly string[],
  chain: number,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const set = Object.keys(columns).filter((name) => !keys.includes(name));
  const sql = `UPDATE "${table}" AS own SET ${set.map((name) => `"${name}" = made."${name}"`).join(', ')}
      FROM (${selectRows(columns)}) AS made (${listed(Object.keys(columns))})
     WHERE own.chain = $${Object.keys(columns).length + 1}::smallint AND ${keys.map((name) => `own."${name}" = made."${name}"`).join(' AND ')}`;
  for (const { count, values } of partsOf(Object.values(columns), rows)) {
    await send(tx, sql, [...values, chain], (changed) => {
      if (changed !== count) throw new Error(`${count - changed} of ${count} rows of ${table} are missing`);
    });
  }
}

/** SQL of rows whose columns are the parameters from $1 on, each an array. */
function selectRows(columns: Record<string, string>): string {
  const types = Object.values(columns);
  const selected = types.map((type, index) => (isBytes(type) ? `decode(c${index}, 'hex')` : `c${index}::${type}`));
  const parameters = types.map((type, index) => `$${index + 1}::${transportType(type)}[]`);
  const aliases = types.map((_, index) => `c${index}`);
  return `SELECT ${selected.join(', ')} FROM unnest(${parameters.join(', ')}) AS rows (${aliases.join(', ')})`;
}

function* partsOf(
  types: readonly string[],
  rows: readonly (readonly unknown[])[],
): Generator<{ count: number; values: string[] }> {
  for (let start = 0; start < rows.length; start += ROWS_MAX) {
    const part = rows.slice(start, start + ROWS_MAX);
    const values = types.map((type, index) => columnLiteral(part, index, isBytes(type) ? hexDigits : elementLiteral));
    yield { count: part.length, values };
  }
}

/** @throws Error where the connection cannot copy */
export async function copyRows(
  tx: SqlExecutor,
  table: string,
  names: readonly string[],
  rows: BinaryRows,
): Promise<void> {
  if (tx.$copyFrom === undefined) throw new Error('this connection cannot copy rows');
  const sql = `COPY "${table}" (${listed(names)}) FROM STDIN (FORMAT binary)`;
  await tx.$copyFrom(sql, rows.finish(), () => rows.release());
}

/**
 * Runs a statement without a result. Where the connection supports it, the call does not wait for Postgres.
 * @param check gets the number of changed rows; an error that it throws fails the transaction
 */
export async function send(
  tx: SqlExecutor,
  sql: string,
  values: readonly unknown[],
  check: (changed: number) => void = () => undefined,
): Promise<void> {
  if (tx.$sendUnsafe === undefined) check(await tx.$executeRawUnsafe(sql, ...values));
  else await tx.$sendUnsafe(sql, values, check);
}

/** An array parameter as Postgres reads it, for numbers and the like: pg and Prisma look at each element several times. */
export function arrayLiteral(values: readonly (number | bigint | boolean)[]): string {
  return `{${values.join(',')}}`;
}

/** True if this many rows are copied when no conflict is expected. */
function wouldCopy(tx: SqlExecutor, rows: number): boolean {
  return tx.$copyFrom !== undefined && rows > COPY_ROWS_MIN;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

// unnest flattens nested arrays, and Prisma's raw parameters know no bytes inside an array: such values travel as text and are
// cast in the select.
function transportType(type: string): string {
  return /^(int|integer|smallint|boolean|float8|double precision)$/i.test(type) ? type : 'text';
}

function isBytes(type: string): boolean {
  return type === 'bytea';
}

// One string per column, not one array: Prisma looks at every element of an array parameter several times, which took most of a
// backfill's time.
function columnLiteral(
  rows: readonly (readonly unknown[])[],
  index: number,
  toElement: (value: unknown) => string,
): string {
  return `{${rows.map((row) => toElement(row[index])).join(',')}}`;
}

function elementLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return quoted(Array.isArray(value) ? `{${value.map(elementLiteral).join(',')}}` : String(value));
}

/** Converts bytes, or their text form in Postgres. */
function hexDigits(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Uint8Array) {
    return quoted(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex'));
  }
  return quoted(String(value).replace(/^\\x/, ''));
}

// Quotes only where they are needed: Prisma writes a parameter as JSON and reads it again, and escaping every quote in it took longer
// than all the rest.
function quoted(text: string): string {
  if (BARE.test(text) && !(text.length === 4 && text.toUpperCase() === 'NULL')) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
