import type { ChainNode } from '#/chain/chain-node.ts';
import type { FollowedBlock } from '#/indexing/followed-block.ts';

/** Before the size of the blocks is known. */
const BATCH_BLOCKS_FIRST = 50;
export const BATCH_BLOCKS_MAX = 200;
/** Serialised bytes wanted per batch; as JSON that is five to ten times as much. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** Batches that are on their way at a time: while we read the answer to one, the node works on the next. */
const BATCHES_AHEAD = 2;

export interface ReadAheadOptions {
  /** Blocks in the first batch. */
  firstLimit?: number | undefined;
  /** Once true nothing more is asked for; what was asked for still comes. */
  isOver?: () => boolean;
}

/**
 * Blocks of a range in batches, lowest first; while the caller writes one batch the next two are on their way.
 * Batches follow the size of the blocks, so that an era of full blocks does not fill the memory.
 */
export async function* readAhead(
  node: Pick<ChainNode, 'readBlocks'>,
  fromHeight: number,
  toHeight: number,
  { firstLimit = BATCH_BLOCKS_FIRST, isOver = () => false }: ReadAheadOptions = {},
): AsyncGenerator<FollowedBlock[]> {
  const pending: Promise<FollowedBlock[]>[] = [];
  let next = fromHeight;
  const fetch = (limit: number): void => {
    if (next > toHeight) return;
    const last = Math.min(next + limit - 1, toHeight);
    const batch = node.readBlocks(next, last);
    // The caller may stop before this one is asked for; its failure is then nobody's.
    batch.catch(() => undefined);
    pending.push(batch);
    next = last + 1;
  };
  // One alone: nothing is known of the size of the blocks.
  fetch(firstLimit);
  for (let first = pending.shift(); first !== undefined; first = pending.shift()) {
    const batch = await first;
    while (pending.length < BATCHES_AHEAD && next <= toHeight && !isOver()) fetch(batchLimit(batch));
    yield batch;
  }
}

function batchLimit(batch: readonly FollowedBlock[]): number {
  const bytes = batch.reduce((sum, { block }) => sum + block.size, 0);
  const fitting = Math.floor((BATCH_BYTES * batch.length) / Math.max(bytes, 1));
  return Math.min(Math.max(fitting, 1), BATCH_BLOCKS_MAX);
}
