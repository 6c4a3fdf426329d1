import { createHash } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import {
  type ReadBlocksRequest,
  type ReadBlocksResponse,
  ReadBlocksResponseSchema,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import { hex } from '#/hex.ts';

export class ForkableChain {
  readonly chainId: string;
  blocks: Block[] = [];
  pulls: (Pick<ReadBlocksRequest, 'consumer' | 'fromHeight' | 'readingAhead'> & { applied: number | undefined })[] = [];
  failNext: Error | undefined;

  constructor(chainId: string) {
    this.chainId = chainId;
  }

  /** Another `branch` gives other hashes at the same heights. */
  grow(count: number, branch = 'main'): this {
    for (let added = 0; added < count; added += 1) {
      const height = this.blocks.length;
      const parent = this.blocks.at(-1);
      this.blocks.push(
        create(BlockSchema, {
          chainId: this.chainId,
          height,
          hash: createHash('sha256')
            .update(`${branch}:${height}:${parent === undefined ? '' : hex(parent.hash)}`)
            .digest(),
          ...(parent === undefined ? {} : { previousHash: parent.hash }),
          time: BigInt(1_700_000_000 + height * 60),
        }),
      );
    }
    return this;
  }

  cutTo(height: number): this {
    this.blocks.length = height + 1;
    return this;
  }

  get tip(): { height: number; hash: string } {
    const last = this.blocks.at(-1);
    if (last === undefined) throw new Error('the chain is empty');
    return { height: last.height, hash: hex(last.hash) };
  }

  readBlocks(request: {
    consumer?: string;
    fromHeight?: number;
    parentHash?: Uint8Array;
    blocksMax?: number;
    readingAhead?: string;
    applied?: { height: number } | undefined;
  }): Promise<ReadBlocksResponse> {
    const { consumer = '', fromHeight = 0, parentHash = new Uint8Array(), blocksMax = 1 } = request;
    this.pulls.push({
      consumer,
      fromHeight,
      readingAhead: request.readingAhead ?? '',
      applied: request.applied?.height,
    });
    const failure = this.failNext;
    this.failNext = undefined;
    if (failure !== undefined) return Promise.reject(failure);
    const parent = this.blocks[fromHeight - 1];
    if (fromHeight > 0 && (parent === undefined || hex(parent.hash) !== hex(parentHash))) {
      const candidates = this.blocks
        .slice(0, fromHeight)
        .reverse()
        .map(({ height, hash }) => ({ height, hash }));
      return Promise.resolve(create(ReadBlocksResponseSchema, { answer: { case: 'fork', value: { candidates } } }));
    }
    const blocks = this.blocks.slice(fromHeight, fromHeight + blocksMax).map((block) => toBinary(BlockSchema, block));
    return Promise.resolve(
      create(ReadBlocksResponseSchema, { answer: { case: 'batch', value: { blocks, ...this.#tipOf() } } }),
    );
  }

  #tipOf(): { tip?: { height: number; hash: Uint8Array } } {
    const last = this.blocks.at(-1);
    return last === undefined ? {} : { tip: { height: last.height, hash: last.hash } };
  }
}
