/**
 * SQL that reads a column as Unix seconds. Clients treat its type, `oid` (unsigned, 32 bits), differently; `float8` is a number to all
 * of them, and exact.
 */
export function blockTime(column: string): string {
  return `${column}::bigint::float8`;
}
