/**
 * Returns SQL that reads a column of block times, such as `block.time`, as a number of Unix seconds. The column is an `oid`, the
 * unsigned type of 32 bits: clients know an `oid` as a name of objects, each in its own way, but `float8` as a number, and a
 * uint32 is exact in it. Callers name the result themselves.
 */
export function blockTime(column: string): string {
  return `${column}::bigint::float8`;
}
