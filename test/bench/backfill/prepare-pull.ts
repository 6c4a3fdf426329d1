import { fromBinary } from '@bufbuild/protobuf';
import { BATCH_BLOCKS } from '@ledgergraph/chain-kit/batch-blocks';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Job, PreparedJob } from './job.ts';
import { openStream } from './open-stream.ts';

/** Keeps nothing: the least that any indexer must do. */
export async function preparePull({ stream }: Extract<Job, { kind: 'pull' }>): Promise<PreparedJob> {
  const { client } = await openStream(stream);
  return {
    run: async () => {
      let fromHeight = 0;
      let parentHash: Uint8Array = new Uint8Array();
      while (fromHeight <= stream.tipHeight) {
        const { answer } = await client.readBlocks({
          consumer: '',
          chainId: stream.chainId,
          fromHeight,
          parentHash,
          blocksMax: BATCH_BLOCKS,
        });
        if (answer.case !== 'batch') throw new Error('the stream answered a fork to a chain that does not move');
        const last = answer.value.blocks.map((encoded) => fromBinary(BlockSchema, encoded)).at(-1);
        if (last === undefined) throw new Error(`the stream ends at height ${fromHeight}`);
        fromHeight = last.height + 1;
        parentHash = last.hash;
      }
    },
    close: async () => undefined,
  };
}
