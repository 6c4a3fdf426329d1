import { BinaryRows } from './copy-binary.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Keeps one message to Postgres in the low megabytes. */
const ROWS_MAX = 5_000;

/** Fewer rows go faster in one statement than in the three round trips of a COPY. */
export const COPY_ROWS_MIN = 20;

/**
 * Uses COPY where the connection can and no conflict is expected.
 * @param columns name → the column's own SQL type: a COPY sends that type's bytes
 * @param onConflict SQL that follows the select, e.g. `ON CONFLICT DO NOTHING`
 */
export async function insertRows(
  tx: SqlExecutor,
  table: string,
  columns: Readonly<Record<string, string>>,
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

/** @param columns first those of `keys`, then those that are set @throws Error where a row is missing, which fails the transaction */
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

function selectRows(columns: Readonly<Record<string, string>>): string {
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

/** Does not wait for Postgres if possible. @param check gets the number of changed rows; its error fails the transaction */
export async function send(
  tx: SqlExecutor,
  sql: string,
  values: readonly unknown[],
  check: (changed: number) => void = () => undefined,
): Promise<void> {
  if (tx.$sendUnsafe === undefined) check(await tx.$executeRawUnsafe(sql, ...values));
  else await tx.$sendUnsafe(sql, values, check);
}

/** Faster than an array: pg reads each element several times. */
export function arrayLiteral(values: readonly (number | bigint | boolean)[]): string {
  return `{${values.join(',')}}`;
}

function wouldCopy(tx: SqlExecutor, rows: number): boolean {
  return tx.$copyFrom !== undefined && rows > COPY_ROWS_MIN;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

// unnest flattens nested arrays: they, and bytes, travel as text and are cast.
function transportType(type: string): string {
  return /^(int|integer|smallint|boolean|float8|double precision)$/i.test(type) ? type : 'text';
}

function isBytes(type: string): boolean {
  return type === 'bytea';
}

// One string per column: a driver's repeated reads of array elements took most of a backfill's time.
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

function hexDigits(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Uint8Array) {
    return quoted(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex'));
  }
  return quoted(String(value).replace(/^\\x/, ''));
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
