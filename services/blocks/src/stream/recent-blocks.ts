import type { EncodedBlock } from '#/db/encoded-blocks.ts';

/** Encoded bytes that are kept: two answers of the stream at least. */
const BYTES_MAX = 16 * 1024 * 1024;

/**
 * Blocks that one consumer was given and the others are about to ask for. A block stays what it is, so nothing here grows wrong; whether it
 * is still on the main chain is the database's to say.
 */
export class RecentBlocks {
  /** By chain and parent, the one kept longest first. */
  readonly #following = new Map<string, EncodedBlock>();
  readonly #bytesMax: number;
  #bytes = 0;

  /** @param bytesMax of encoded blocks that are kept */
  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  add(chainId: string, blocks: readonly EncodedBlock[]): void {
    for (const block of blocks) {
      const key = keyOf(chainId, block.previousHash);
      this.#forget(key);
      this.#following.set(key, block);
      this.#bytes += block.encoded.length;
    }
    for (const key of this.#following.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#forget(key);
    }
  }

  /**
   * Blocks that follow one another from a parent, as far as they are known.
   * @param parentHash '' for the parent of genesis
   * @param sizeMax encoded bytes after which no further block is added; the first one comes whatever its size
   */
  after(chainId: string, parentHash: string, limit: number, sizeMax: number): EncodedBlock[] {
    const blocks: EncodedBlock[] = [];
    let size = 0;
    let next = this.#following.get(keyOf(chainId, parentHash));
    while (next !== undefined && blocks.length < limit) {
      size += next.encoded.length;
      if (size > sizeMax && blocks.length > 0) break;
      blocks.push(next);
      next = this.#following.get(keyOf(chainId, next.hash));
    }
    return blocks;
  }

  #forget(key: string): void {
    this.#bytes -= this.#following.get(key)?.encoded.length ?? 0;
    this.#following.delete(key);
  }
}

function keyOf(chainId: string, parentHash: string): string {
  return `${chainId} ${parentHash}`;
}
