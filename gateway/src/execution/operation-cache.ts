import { LRUCache } from 'lru-cache';

export interface OperationCacheLimits {
  bytes: number;
}

/** Part of the bytes that the operations of one owner may take while others need the room. */
const OWNER_PART = 1 / 4;

interface Entry<Value> {
  value: Value;
  owner: string | undefined;
  bytes: number;
}

/**
 * The values used last, within a number of bytes. When room is needed, an owner that has more than a quarter of them loses its own first:
 * whoever asks for ever new operations costs the others none of theirs.
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

  /** True if a value is kept. The question does not count as a use. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  find(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** At most so many values, those used last first; none counts as used by it. */
  newest(max: number): Value[] {
    return Array.from(this.#entries.values(), ({ value }) => value).slice(0, max);
  }

  /**
   * @param bytes estimate of what the value holds in memory; one that is larger than the whole cache, or its owner's part, is not kept
   * @param owner the team that asked for it first; undefined: the gateway itself
   */
  keep(key: string, value: Value, bytes: number, owner?: string): void {
    this.#entries.delete(key);
    if (bytes > (owner === undefined ? this.#bytesMax : this.#ownerMax)) return;
    this.#count(owner, bytes);
    this.#makeRoom(bytes);
    this.#count(owner, -bytes);
    this.#entries.set(key, { value, owner, bytes: Math.max(Math.ceil(bytes), 1) });
  }

  /** Takes from whoever has most, down to an owner's part; the cache itself evicts what was used longest ago. */
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
