/**
 * Results of the last batch and of earlier ones that have room. Whole batches are evicted: an entry in use is in a later batch as well.
 */
export class BatchCache<Key, Value extends {}> {
  readonly #entriesMax: number;
  #last = new Map<Key, Value>();
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  /** @param entriesMax entries besides those of the last batch */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: Key): Value | undefined {
    return this.#last.get(key) ?? this.#recent.get(key) ?? this.#older.get(key);
  }

  /** The rows of the previous batch are written by now. @param next must not be changed any more */
  renew(next: Map<Key, Value>): void {
    if (this.#recent.size + this.#last.size <= this.#entriesMax / 2) {
      for (const [key, value] of this.#last) this.#recent.set(key, value);
    } else {
      this.#older = this.#recent;
      this.#recent = this.#last;
    }
    this.#last = next;
  }

  clear(): void {
    this.#last = new Map();
    this.#recent = new Map();
    this.#older = new Map();
  }
}
