/** Unix seconds. Clients treat the column's type, `oid`, differently; `float8` is a number to all of them, and exact. */
export function blockTime(column: string): string {
  return `${column}::bigint::float8`;
}
