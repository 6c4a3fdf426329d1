import DataLoader from 'dataloader';

/** A loader whose keys are small flat objects, equal when all their members are. */
export function keyed<Key extends object, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
): DataLoader<Key, Value, string> {
  return new DataLoader(load, { cacheKeyFn: (key) => Object.values(key).join(':') });
}
