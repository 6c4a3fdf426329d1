// One statement for many keys, numbered from 1.

export function columnsOf<Key>(keys: readonly Key[], ...members: (keyof Key)[]): unknown[][] {
  return members.map((member) => keys.map((key) => key[member]));
}

export function rowsOfKeys<Row extends { key: number }>(keys: readonly unknown[], rows: readonly Row[]): Row[][] {
  const found: Row[][] = keys.map(() => []);
  for (const row of rows) found[row.key - 1]?.push(row);
  return found;
}

/** Undefined for a key without a row. */
export function rowOfKeys<Row extends { key: number }>(
  keys: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  return rowsOfKeys(keys, rows).map(([row]) => row);
}
