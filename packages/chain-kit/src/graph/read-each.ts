import type { SqlExecutor } from '#/db/sql-executor.ts';

/** `ReadContext.reads`, or its `momentary`. */
export type Reads = (chainId: string) => Promise<SqlExecutor>;

/** Chains on one server together; in the order of the keys. @param load answers in the order of its keys */
export async function readEach<Key, Value>(
  reads: Reads,
  keys: readonly Key[],
  chainOf: (key: Key) => string,
  load: (db: SqlExecutor, keys: readonly Key[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const chainIds = [...new Set(keys.map(chainOf))];
  const servers = await Promise.all(chainIds.map(reads));
  const [first] = servers;
  if (first !== undefined && servers.every((server) => server === first)) return [...(await load(first, keys))];
  const serverOf = new Map(chainIds.map((chainId, index) => [chainId, servers[index] as SqlExecutor]));
  const groups = Map.groupBy(keys.keys(), (index) => serverOf.get(chainOf(keys[index] as Key)) as SqlExecutor);
  const values = new Array<Value>(keys.length);
  await Promise.all(
    Array.from(groups, async ([db, indexes]) => {
      const loaded = await load(
        db,
        indexes.map((index) => keys[index] as Key),
      );
      for (const [position, index] of indexes.entries()) values[index] = loaded[position] as Value;
    }),
  );
  return values;
}
