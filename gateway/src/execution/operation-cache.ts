import { LRUCache } from 'lru-cache';

export interface OperationCacheLimits {
  bytes: number;
}

/** The limit of one owner, while others need the room. */
const OWNER_PART = 1 / 4;

interface Entry<Value> {
  value: Value;
  owner: string | undefined;
  bytes: number;
}

/**
 * The most recently used values within a number of bytes. When room is needed, an owner with more than a quarter loses its own first:
 * endless new operations cost others nothing.
 */
export class OperationCache<Value> {
  readonly #bytesMax: number;
  readonly #ownerMax: number;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #bytesByOwner = new Map<string, number>();

  constructor({ bytes }: OperationCacheLimits) {
    this.#bytesMax = bytes;
    this.#ownerMax = bytes * OWNER_PART;
    this.#entries = new LRUCache({
      maxSize: bytes,
      sizeCalculation: (entry) => entry.bytes,
      onInsert: ({ owner, bytes: added }) => this.#count(owner, added),
      dispose: ({ owner, bytes: removed }) => this.#count(owner, -removed),
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Does not count as a use. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  find(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Most recently used first, `max` at most. Does not count as a use. */
  newest(max: number): Value[] {
    return Array.from(this.#entries.values(), ({ value }) => value).slice(0, max);
  }

  /**
   * @param bytes estimate; a value larger than the cache or its owner's part is not kept
   * @param owner team that asked first; undefined: the gateway
   */
  keep(key: string, value: Value, bytes: number, owner?: string): void {
    this.#entries.delete(key);
    if (bytes > (owner === undefined ? this.#bytesMax : this.#ownerMax)) return;
    this.#count(owner, bytes);
    this.#makeRoom(bytes);
    this.#count(owner, -bytes);
    this.#entries.set(key, { value, owner, bytes: Math.max(Math.ceil(bytes), 1) });
  }

  /** From the owner with most, down to its part; the cache itself evicts the least recently used. */
  #makeRoom(bytes: number): void {
    while (this.bytes + bytes > this.#bytesMax) {
      const [owner, held] = this.#largest();
      if (held <= this.#ownerMax || !this.#evictOf(owner)) return;
    }
  }

  #largest(): [owner: string, bytes: number] {
    let largest: [string, number] = ['', 0];
    for (const one of this.#bytesByOwner) if (one[1] > largest[1]) largest = one;
    return largest;
  }

  #evictOf(owner: string): boolean {
    for (const key of this.#entries.rkeys())
      if (this.#entries.peek(key)?.owner === owner) return this.#entries.delete(key);
    return false;
  }

  #count(owner: string | undefined, bytes: number): void {
    if (owner === undefined) return;
    const held = (this.#bytesByOwner.get(owner) ?? 0) + bytes;
    if (held > 0) this.#bytesByOwner.set(owner, held);
    else this.#bytesByOwner.delete(owner);
  }
}
