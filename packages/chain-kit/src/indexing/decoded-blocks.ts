import { fromBinary } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { BlockPlace, TimedPlace } from '#/chain/cursor.ts';
import { hex } from '#/hex.ts';
import { Turns } from '#/turns.ts';

/** What a batch of the stream holds: each block is decoded when it is asked for, and only where it stands is kept of it. */
export class DecodedBlocks implements AsyncIterable<Block> {
  readonly #encoded: readonly Uint8Array[];
  readonly #places: TimedPlace[] = [];
  #height: number;
  #parent: string;

  /** @param cursor that they continue; null: genesis is the first */
  constructor(cursor: BlockPlace | null, encoded: readonly Uint8Array[]) {
    this.#encoded = encoded;
    this.#height = cursor === null ? 0 : cursor.height + 1;
    this.#parent = cursor?.hash ?? '';
  }

  get length(): number {
    return this.#encoded.length;
  }

  /** Gives the event loop its turns meanwhile. @throws Error for a block that does not follow the one before */
  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    const turns = new Turns();
    for (const encoded of this.#encoded) {
      const block = fromBinary(BlockSchema, encoded);
      this.#follow(block);
      yield block;
      await turns.next();
    }
  }

  /** Where they stand, once all were read. @throws Error before: rows of some would be missing below the cursor */
  places(): readonly TimedPlace[] {
    if (this.#places.length !== this.length) throw new Error('a handler left blocks of its batch unread');
    return this.#places;
  }

  /** The stream is trusted, but rows built on a gap could never be repaired: a gap must stop the indexer. */
  #follow({ height, hash, previousHash, time }: Block): void {
    if (height !== this.#height || hex(previousHash) !== this.#parent) {
      throw new Error(`the block stream is not continuous at height ${height}`);
    }
    this.#height += 1;
    this.#parent = hex(hash);
    this.#places.push({ height, hash: this.#parent, time: Number(time) });
  }
}
