import { BATCH_BLOCKS_MAX } from '@ledgergraph/blocks/following/read-ahead';
import { VerusNode } from '@ledgergraph/blocks/verus-rpc/node';
import type { Job, PreparedJob } from './job.ts';

/** Keeps nothing. */
export async function prepareFetch({ network, tipHeight }: Extract<Job, { kind: 'fetch' }>): Promise<PreparedJob> {
  const [endpoint] = network.endpoints;
  if (endpoint === undefined) throw new Error('a network without a node');
  const node = new VerusNode(endpoint);
  await node.getBlockCount();
  return {
    run: async () => {
      for (let from = 0; from <= tipHeight; from += BATCH_BLOCKS_MAX) {
        await node.readBlocks(from, Math.min(from + BATCH_BLOCKS_MAX - 1, tipHeight), () => undefined);
      }
    },
    close: () => node.close(),
  };
}
