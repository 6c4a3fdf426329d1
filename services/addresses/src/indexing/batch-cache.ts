/**
 * Results of one kind of the latest batches: all of the last one, and of earlier ones those that have room. Whole
 * batches are evicted, not single entries: an entry in use is in a later batch, too.
 */
export class BatchCache<Key, Value extends {}> {
  readonly #entriesMax: number;
  #last = new Map<Key, Value>();
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  /** @param entriesMax entries besides those of the last batch, unless a single batch has more */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: Key): Value | undefined {
    return this.#last.get(key) ?? this.#recent.get(key) ?? this.#older.get(key);
  }

  /** Adds the results of a batch; the rows of the batch before are written by now. @param next must not be changed any more */
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
