import { fromBinary } from '@bufbuild/protobuf';
import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { hex } from '#/hex.ts';
import { LoopYielder } from '#/loop-yielder.ts';

/** Each block is decoded when it is read, and only its place is kept. */
export class DecodedBlocks implements AsyncIterable<Block> {
  readonly #encoded: readonly Uint8Array[];
  readonly #places: TimedPlace[] = [];
  #height: number;
  #parent: string;

  constructor(cursor: BlockPlace | null, encoded: readonly Uint8Array[]) {
    this.#encoded = encoded;
    this.#height = cursor === null ? 0 : cursor.height + 1;
    this.#parent = cursor?.hash ?? '';
  }

  get length(): number {
    return this.#encoded.length;
  }

  /** Yields to the event loop. @throws Error for a block that does not follow the one before */
  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    const yielder = new LoopYielder();
    for (const encoded of this.#encoded) {
      const block = fromBinary(BlockSchema, encoded);
      this.#follow(block);
      yield block;
      await yielder.next();
    }
  }

  /** @throws Error before all were read: rows of some blocks would be missing below the cursor */
  places(): readonly TimedPlace[] {
    if (this.#places.length !== this.length) throw new Error('a handler left blocks of its batch unread');
    return this.#places;
  }

  /** The stream is trusted, but rows built on a gap could never be repaired. */
  #follow({ height, hash, previousHash, time }: Block): void {
    if (height !== this.#height || hex(previousHash) !== this.#parent) {
      throw new Error(`the block stream is not continuous at height ${height}`);
    }
    this.#height += 1;
    this.#parent = hex(hash);
    this.#places.push({ height, hash: this.#parent, time: Number(time) });
  }
}
