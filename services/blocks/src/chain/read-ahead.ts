import type { ChainNode } from '#/chain/chain-node.ts';
import type { FollowedBlock } from '#/indexing/followed-block.ts';

/** Before the size of the blocks is known. */
const BATCH_BLOCKS_FIRST = 50;
export const BATCH_BLOCKS_MAX = 200;
/** Serialised bytes wanted per batch; as JSON that is five to ten times as much. */
const BATCH_BYTES = 2 * 1024 * 1024;

/**
 * Blocks of a range in batches, lowest first; while the caller writes one batch the next is on its way.
 * Batches follow the size of the blocks, so that an era of full blocks does not fill the memory.
 * @param firstLimit blocks in the first batch
 */
export async function* readAhead(
  node: Pick<ChainNode, 'readBlocks'>,
  fromHeight: number,
  toHeight: number,
  firstLimit = BATCH_BLOCKS_FIRST,
): AsyncGenerator<FollowedBlock[]> {
  let next = fromHeight;
  let limit = firstLimit;
  const fetch = (): Promise<FollowedBlock[]> | undefined => {
    if (next > toHeight) return undefined;
    const last = Math.min(next + limit - 1, toHeight);
    const batch = node.readBlocks(next, last);
    // The caller may stop before this one is asked for; its failure is then nobody's.
    batch.catch(() => undefined);
    next = last + 1;
    return batch;
  };
  let pending = fetch();
  while (pending !== undefined) {
    const batch = await pending;
    limit = batchLimit(batch);
    pending = fetch();
    yield batch;
  }
}

function batchLimit(batch: readonly FollowedBlock[]): number {
  const bytes = batch.reduce((sum, { block }) => sum + block.size, 0);
  const fitting = Math.floor((BATCH_BYTES * batch.length) / Math.max(bytes, 1));
  return Math.min(Math.max(fitting, 1), BATCH_BLOCKS_MAX);
}
