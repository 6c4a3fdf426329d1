import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

/** The node follows other rules than the protocol's. */
export class EarlyBlockError extends Error {
  override name = 'EarlyBlockError';
}

/** `nMedianTimeSpan` of verusd. */
export const TIME_SPAN_BLOCKS = 11;

/**
 * Every block is later than the median of the 11 before it (`ContextualCheckBlockHeader`); every look-up of a time relies on it.
 * @returns the same for the block after the last one
 * @throws EarlyBlockError
 */
export function checkTimes(
  before: readonly number[],
  blocks: readonly Pick<Block, 'height' | 'hash' | 'time'>[],
): number[] {
  let last = before.slice(-TIME_SPAN_BLOCKS);
  for (const { height, hash, time } of blocks) {
    const seconds = Number(time);
    // verusd takes the upper one of an even number.
    const median = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)];
    if (median !== undefined && seconds <= median) {
      throw new EarlyBlockError(
        `block ${height} ${hex(hash)} has time ${seconds}, and the protocol wants more than ${median}`,
      );
    }
    last = [...last, seconds].slice(-TIME_SPAN_BLOCKS);
  }
  return last;
}
