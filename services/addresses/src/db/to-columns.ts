/** For the arrays of a statement. None where there are no rows. */
export function toColumns<Value>(rows: readonly (readonly Value[])[]): Value[][] {
  return (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] as Value));
}
