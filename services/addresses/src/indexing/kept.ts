import { LRUCache } from 'lru-cache';

/** All that the last batch left of one kind, and what earlier ones did as far as there is room. */
export class Kept<Key extends {}, Value extends {}> {
  readonly #earlier: LRUCache<Key, Value>;
  #last: ReadonlyMap<Key, Value> = new Map();

  /** @param sizeOf how many entries a value counts for; absent: each for one */
  constructor(entriesMax: number, sizeOf?: (value: Value) => number) {
    this.#earlier = new LRUCache(
      sizeOf === undefined ? { max: entriesMax } : { maxSize: entriesMax, sizeCalculation: sizeOf },
    );
  }

  get(key: Key): Value | undefined {
    return this.#last.get(key) ?? this.#earlier.get(key);
  }

  /** @param last all of the next batch; what the one before left is written, and kept as far as there is room */
  renew(last: ReadonlyMap<Key, Value>): void {
    for (const [key, value] of this.#last) this.#earlier.set(key, value);
    this.#last = last;
  }

  clear(): void {
    this.#earlier.clear();
    this.#last = new Map();
  }
}
