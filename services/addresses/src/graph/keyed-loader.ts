import DataLoader from 'dataloader';

/**
 * Loads what a query finds for many keys at once; null where it finds nothing. Equal keys are one.
 * @param find answers name their key by its index
 */
export function createKeyedLoader<Key extends object, Found extends { keyIndex: number }>(
  find: (keys: readonly Key[]) => Promise<readonly Found[]>,
): DataLoader<Key, Found | null, string> {
  return new DataLoader<Key, Found | null, string>(
    async (keys) => {
      const found = new Map((await find(keys)).map((row) => [row.keyIndex, row]));
      return keys.map((_, index) => found.get(index) ?? null);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );
}
