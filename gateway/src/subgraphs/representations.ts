/** Entity representations without repeats, and where each of the original ones went. */
export interface UniqueRepresentations {
  unique: unknown[];
  /** For each original representation the index of its equal in `unique`. */
  uniqueIndex: number[];
}

/** The planner sends one representation per place an entity stands at: a page of outputs names its few addresses many times. */
export function uniqueRepresentations(representations: readonly unknown[]): UniqueRepresentations {
  const indexByKey = new Map<string, number>();
  const unique: unknown[] = [];
  const uniqueIndex = representations.map((representation) => {
    const key = canonicalJson(representation);
    const known = indexByKey.get(key);
    if (known !== undefined) return known;
    indexByKey.set(key, unique.length);
    return unique.push(representation) - 1;
  });
  return { unique, uniqueIndex };
}

/** The originals of each unique representation: the way back. */
export function originalsOf({ unique, uniqueIndex }: UniqueRepresentations): number[][] {
  const originals: number[][] = unique.map(() => []);
  for (const [original, index] of uniqueIndex.entries()) originals[index]?.push(original);
  return originals;
}

/** JSON with sorted keys: equal for equal values, however they were built. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
