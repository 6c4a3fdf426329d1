import type { EncodedBlock } from '#/db/encoded-blocks.ts';

/** Encoded bytes of the blocks read last: at least two responses of the stream. */
const RECENT_BYTES_MAX = 16 * 1024 * 1024;
/** Encoded bytes of earlier blocks that not all consumers have requested. */
const AWAITED_BYTES_MAX = 32 * 1024 * 1024;
/** A slower consumer may have been stopped. */
const AWAITED_MS = 120_000;

export interface RecentBlocksOptions {
  consumers: number;
  recentBytesMax?: number;
  awaitedBytesMax?: number;
  now?: () => number;
}

interface Entry {
  block: EncodedBlock;
  awaiting: number;
  readAt: number;
}

/** Also keeps blocks that slower consumers still have to read. Only the database knows if a block is on the main chain. */
export class RecentBlocks {
  readonly #recent: Shelf;
  readonly #awaited: Shelf;
  readonly #reading = new Map<string, Promise<EncodedBlock[]>>();
  readonly #consumers: number;
  readonly #now: () => number;

  constructor({
    consumers,
    recentBytesMax = RECENT_BYTES_MAX,
    awaitedBytesMax = AWAITED_BYTES_MAX,
    now = Date.now,
  }: RecentBlocksOptions) {
    this.#consumers = consumers;
    this.#recent = new Shelf(recentBytesMax);
    this.#awaited = new Shelf(awaitedBytesMax);
    this.#now = now;
  }

  async read(chainId: string, parentHash: string, list: () => Promise<EncodedBlock[]>): Promise<EncodedBlock[]> {
    const key = keyOf(chainId, parentHash);
    const listing = list();
    this.#reading.set(key, listing);
    try {
      const blocks = await listing;
      this.add(chainId, blocks);
      return blocks;
    } finally {
      if (this.#reading.get(key) === listing) this.#reading.delete(key);
    }
  }

  async reading(chainId: string, parentHash: string): Promise<void> {
    await this.#reading.get(keyOf(chainId, parentHash))?.catch(() => undefined);
  }

  add(chainId: string, blocks: readonly EncodedBlock[]): void {
    for (const block of blocks) {
      const key = keyOf(chainId, block.previousHash);
      this.#awaited.take(key);
      this.#recent.put(key, { block, awaiting: this.#consumers - 1, readAt: this.#now() });
    }
    this.#awaited.dropWhile((entry) => this.#now() - entry.readAt > AWAITED_MS);
    this.#recent.dropWhile(
      () => this.#recent.isOver,
      (key, entry) => {
        if (entry.awaiting > 0 && this.#awaited.hasRoomFor(entry)) this.#awaited.put(key, entry);
      },
    );
  }

  /** @param parentHash '' before genesis @param sizeMax encoded bytes after which no further block is added; the first one always comes */
  after(chainId: string, parentHash: string, limit: number, sizeMax: number): EncodedBlock[] {
    const blocks: EncodedBlock[] = [];
    let size = 0;
    let key = keyOf(chainId, parentHash);
    for (let next = this.#find(key); next !== undefined && blocks.length < limit; next = this.#find(key)) {
      size += next.block.encoded.length;
      if (size > sizeMax && blocks.length > 0) break;
      blocks.push(next.block);
      next.awaiting -= 1;
      if (next.awaiting <= 0) this.#awaited.take(key);
      key = keyOf(chainId, next.block.hash);
    }
    return blocks;
  }

  #find(key: string): Entry | undefined {
    return this.#recent.get(key) ?? this.#awaited.get(key);
  }
}

class Shelf {
  readonly #entries = new Map<string, Entry>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get isOver(): boolean {
    return this.#bytes > this.#bytesMax;
  }

  hasRoomFor({ block }: Entry): boolean {
    return this.#bytes + block.encoded.length <= this.#bytesMax;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  put(key: string, entry: Entry): void {
    this.take(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.block.encoded.length;
  }

  take(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= entry.block.encoded.length;
    this.#entries.delete(key);
  }

  dropWhile(holds: (first: Entry) => boolean, dropped: (key: string, entry: Entry) => void = () => undefined): void {
    for (const [key, entry] of this.#entries) {
      if (!holds(entry)) break;
      this.take(key);
      dropped(key, entry);
    }
  }
}

/** No two chains have a block of the same hash, except the empty one before genesis. */
function keyOf(chainId: string, parentHash: string): string {
  return parentHash === '' ? chainId : parentHash;
}
