import type { ReadBlock } from '#/indexing/read-blocks.ts';
import type { ChainNode } from './chain-node.ts';

/** Before the size of the blocks is known. */
const BATCH_BLOCKS_FIRST = 50;
export const BATCH_BLOCKS_MAX = 200;
/** Serialised; as JSON that is five to ten times as much. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** A statement per table and a wait for the disk cost the same for few blocks and for many. */
export const COMMIT_BLOCKS = 1_000;
const COMMIT_BYTES = 8 * 1024 * 1024;
/** The node works on the next batch while we read one. */
const BATCHES_AHEAD = 2;

export interface ReadAheadOptions {
  firstLimit?: number | undefined;
  isOver?: () => boolean;
}

/** Lowest first. The number of blocks in a batch follows their size, so that full blocks do not fill the memory. */
export async function* readAhead(
  node: Pick<ChainNode, 'readBlocks'>,
  fromHeight: number,
  toHeight: number,
  { firstLimit = BATCH_BLOCKS_FIRST, isOver = () => false }: ReadAheadOptions = {},
): AsyncGenerator<ReadBlock[]> {
  const pending: Promise<ReadBlock[]>[] = [];
  let next = fromHeight;
  const fetch = (limit: number): void => {
    if (next > toHeight) return;
    const last = Math.min(next + limit - 1, toHeight);
    const batch = node.readBlocks(next, last);
    // The caller may stop before it awaits this batch, whose failure must not be an unhandled rejection.
    batch.catch(() => undefined);
    pending.push(batch);
    next = last + 1;
  };
  fetch(firstLimit);
  for (let first = pending.shift(); first !== undefined; first = pending.shift()) {
    const batch = await first;
    while (pending.length < BATCHES_AHEAD && next <= toHeight && !isOver()) fetch(batchLimit(batch));
    yield batch;
  }
}

/**
 * A batch stays whole. Blocks before a failure come first, so that each try gets further.
 * @param blocksMax unless a single batch has more
 */
export async function* gather(
  batches: AsyncIterable<ReadBlock[]>,
  blocksMax = COMMIT_BLOCKS,
): AsyncGenerator<ReadBlock[]> {
  let gathered: ReadBlock[] = [];
  let failure: { reason: unknown } | undefined;
  try {
    for await (const batch of batches) {
      const joined = [...gathered, ...batch];
      const isTooMuch = joined.length > blocksMax || sizeOf(joined) > COMMIT_BYTES;
      if (isTooMuch && gathered.length > 0) yield gathered;
      gathered = isTooMuch ? batch : joined;
    }
  } catch (reason) {
    failure = { reason };
  }
  if (gathered.length > 0) yield gathered;
  if (failure !== undefined) throw failure.reason;
}

function sizeOf(batch: readonly ReadBlock[]): number {
  return batch.reduce((sum, { block }) => sum + block.size, 0);
}

function batchLimit(batch: readonly ReadBlock[]): number {
  const fitting = Math.floor((BATCH_BYTES * batch.length) / Math.max(sizeOf(batch), 1));
  return Math.min(Math.max(fitting, 1), BATCH_BLOCKS_MAX);
}
