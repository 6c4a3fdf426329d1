import { fromBinary } from '@bufbuild/protobuf';
import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { hex } from '#/hex.ts';
import { LoopYielder } from '#/loop-yielder.ts';

/** The blocks of one batch of the stream. Each block is decoded when it is read, and only its place is kept afterwards. */
export class DecodedBlocks implements AsyncIterable<Block> {
  readonly #encoded: readonly Uint8Array[];
  readonly #places: TimedPlace[] = [];
  #height: number;
  #parent: string;

  /** @param cursor block before the first one; null: the first one is genesis */
  constructor(cursor: BlockPlace | null, encoded: readonly Uint8Array[]) {
    this.#encoded = encoded;
    this.#height = cursor === null ? 0 : cursor.height + 1;
    this.#parent = cursor?.hash ?? '';
  }

  get length(): number {
    return this.#encoded.length;
  }

  /** Decodes the blocks in order and yields to the event loop meanwhile. @throws Error for a block that does not follow the one before */
  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    const yielder = new LoopYielder();
    for (const encoded of this.#encoded) {
      const block = fromBinary(BlockSchema, encoded);
      this.#follow(block);
      yield block;
      await yielder.next();
    }
  }

  /** Places of all blocks, once all were read. @throws Error before that: rows of some blocks would be missing below the cursor */
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
