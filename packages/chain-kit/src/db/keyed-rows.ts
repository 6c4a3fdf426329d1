// One statement for many keys, each with its number from 1.

/** One list for each named member of the keys: the parameters of `unnest(…)`. */
export function columnsOf<Key>(keys: readonly Key[], ...members: (keyof Key)[]): unknown[][] {
  return members.map((member) => keys.map((key) => key[member]));
}

/** The rows of each key, in their order. @param rows each with the number of its key */
export function rowsOfKeys<Row extends { key: number }>(keys: readonly unknown[], rows: readonly Row[]): Row[][] {
  const found: Row[][] = keys.map(() => []);
  for (const row of rows) found[row.key - 1]?.push(row);
  return found;
}

/** The row of each key; undefined for a key without one. @param rows each with the number of its key */
export function rowOfKeys<Row extends { key: number }>(
  keys: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  return rowsOfKeys(keys, rows).map(([row]) => row);
}
