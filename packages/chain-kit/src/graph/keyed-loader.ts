import DataLoader from 'dataloader';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { type Reads, readEach } from './read-each.ts';

/** Keys are equal when all their members are, in the same order. */
export type KeyedLoader<Key, Value> = DataLoader<Key, Value, string>;

/** Keys of the same tick are one call, and no key is loaded twice. @param load answers in the order of the keys */
export function createKeyedLoader<Key extends object, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
): KeyedLoader<Key, Value> {
  return new DataLoader(load, { cacheKeyFn: keyText });
}

/** Keys whose chains are on one server are one call. @param load answers in the order of the keys */
export function createReadLoader<Key extends { chainId: string }, Value>(
  reads: Reads,
  load: (db: SqlExecutor, keys: readonly Key[]) => Promise<readonly Value[]>,
): KeyedLoader<Key, Value> {
  return createKeyedLoader((keys) => readEach(reads, keys, ({ chainId }) => chainId, load));
}

export function createRowLoader<Key extends { chainId: string }, Row extends { keyIndex: number }>(
  reads: Reads,
  find: (db: SqlExecutor, keys: readonly Key[]) => Promise<readonly Row[]>,
): KeyedLoader<Key, Row | null> {
  return createReadLoader(reads, async (db, keys) => {
    const found = new Map((await find(db, keys)).map((row) => [row.keyIndex, row]));
    return keys.map((_, index) => found.get(index) ?? null);
  });
}

/** Unique text of a key, which may hold bigints, unknown to JSON. */
export function keyText(key: unknown): string {
  return JSON.stringify(key, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member));
}
