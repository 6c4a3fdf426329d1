/**
 * Results of one kind that batches left: all of the last one, and of earlier ones as much as there is room for. Whole
 * batches are evicted, not single entries: an entry in use is in a later batch, too.
 */
export class BatchCache<Key, Value extends {}> {
  readonly #entriesMax: number;
  #last = new Map<Key, Value>();
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  /** @param entriesMax how many are remembered besides those of the last batch, unless a single batch left more */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: Key): Value | undefined {
    return this.#last.get(key) ?? this.#recent.get(key) ?? this.#older.get(key);
  }

  /** @param next all that the next batch left, which is not to be changed any more; the last one's rows are written by now */
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
