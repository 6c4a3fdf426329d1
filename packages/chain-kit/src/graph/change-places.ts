import { readRange } from './arguments.ts';
import type { ReadContext } from './read-context.ts';

/** Where something changed: a block, and the place in it. */
export interface ChangePlace {
  height: number;
  /** Position of the transaction in the block; -1 for a change by the block as a whole. */
  txIndex: number;
  /** Output of the transaction; -1 for a change by the transaction as a whole. */
  vout: number;
  /** What changed: an address or an i-address. */
  id: string;
  /** Names the change among those of the same id. */
  reference: string;
}

/** A range of blocks; both ends are included. */
export interface ChangeRange {
  chainId: string;
  from: number;
  to: number;
  /** Null: all. */
  ids: readonly string[] | null;
  /** Null: without limit. */
  limit: number | null;
}

interface ChangeArguments {
  chainId: string;
  fromHeight: number;
  toHeight: number;
  ids?: readonly string[] | null;
  limit?: number | null;
}

/**
 * The resolver by which the gateway finds what a range of blocks changed. It reads no block above the pin.
 * @param list reads the changes, in the order of the chain
 */
export function changesIn(
  list: (range: ChangeRange) => Promise<ChangePlace[]>,
): (source: unknown, args: ChangeArguments, context: Pick<ReadContext, 'view'>) => Promise<ChangePlace[]> {
  return async (_source, { chainId, fromHeight, toHeight, ids = null, limit = null }, context) => {
    const view = await context.view(chainId);
    const { from, to } = readRange(fromHeight, toHeight);
    return list({ chainId, from: from ?? 0, to: Math.min(to ?? view.height, view.height), ids, limit });
  };
}
