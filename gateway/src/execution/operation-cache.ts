export interface OperationCacheLimits {
  entries: number;
  bytes: number;
}

interface Entry<Value> {
  value: Value;
  bytes: number;
}

/** The values used last, within a number of entries and of bytes. */
export class OperationCache<Value> {
  readonly #limits: OperationCacheLimits;
  // A map keeps the order of insertion. An entry that is used is inserted again, so that the oldest stands first.
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  constructor(limits: OperationCacheLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** True if a value is kept. The question does not count as a use. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** At most so many values, those used last first; none counts as used by it. */
  newest(max: number): Value[] {
    return Array.from(this.#entries.values(), ({ value }) => value)
      .reverse()
      .slice(0, max);
  }

  /** @param bytes estimate of what the value holds in memory; one that is larger than the whole cache is not kept */
  keep(key: string, value: Value, bytes: number): void {
    this.#drop(key);
    if (bytes > this.#limits.bytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
