/** Rows of a batched query, one group per request; `place` is the request's position, from 1 (WITH ORDINALITY). */
export function groupByPlace<Row extends { place: number }>(rows: readonly Row[], requests: number): Row[][] {
  const groups: Row[][] = Array.from({ length: requests }, () => []);
  for (const row of rows) groups[row.place - 1]?.push(row);
  return groups;
}
