import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { StreamEnd } from './stream-end.ts';

/** How a chain goes on from a block. */
export type Step =
  /** The block, or the last one that still stands, is above the pin: wait for the pin, or for the branch to be known. */
  | { kind: 'wait' }
  /** Reorganised: the blocks of `removed`, lowest first, are gone; `ancestor` is the last one that still stands. */
  | { kind: 'removed'; ancestor: BlockPlace; removed: readonly string[] }
  /** The block itself still stands, and these follow it: those that are deep enough; there may be none yet. */
  | { kind: 'blocks'; next: readonly BlockPlace[] };

/** Confirmations that a block must have before its events are emitted; `final`: it can no longer be reorganised. */
export type Depth = number | 'final';

/** The graph does not know a block, at or below the pin. It may later: after a failover blocks applies again what its database has lost. */
export class BlockUnknown extends EventsUnavailable {}

/** The same above the pin, where the chain may yet come to it: a stream waits for that, however long it takes. */
export class BlockAhead extends Error {}

/** Height of the highest block that is deep enough; -1: no block is. */
export function lastDeepEnough({ height, finalizedHeight }: Tip, depth: Depth): number {
  return depth === 'final' ? (finalizedHeight ?? -1) : height - (depth - 1);
}

/**
 * Finds how the chain goes on from a block, as an indexer's pull does: blocks, or the fork below which the block left the main chain.
 * @param last height of the highest block that may be among the next ones
 * @throws BlockUnknown; StreamEnd CHAIN_REORGANIZED for a branch that shares no block with the chain; PinsLost; EventsUnavailable
 */
export async function nextStep(
  reader: ChainReader,
  pins: readonly Tip[],
  pin: Tip,
  from: BlockPlace,
  last: number,
): Promise<Step> {
  const isDeep = ({ height }: BlockPlace): boolean => height <= last;
  if (from.height < 0) {
    return { kind: 'blocks', next: (await reader.blocks(pins, pin, 0)).filter(isDeep) };
  }
  if (from.height <= pin.height) {
    if (from.height === pin.height && from.hash === pin.hash) return { kind: 'blocks', next: [] };
    const [current, ...next] = await reader.blocks(pins, pin, from.height);
    if (current?.hash === from.hash) {
      return { kind: 'blocks', next: next.filter(isDeep) };
    }
  }
  return walkBack(reader, pins, pin, from);
}

/** Walks down the branch of a block until the main chain. */
async function walkBack(reader: ChainReader, pins: readonly Tip[], pin: Tip, from: BlockPlace): Promise<Step> {
  const removed: string[] = [];
  for (let hash: string | null = from.hash; hash !== null; ) {
    const block = await reader.block(pins, pin, hash);
    if (block === null) {
      // A block above the pin is not known at it: another gateway was ahead, or a lighter chain is on its way. The last common block may be
      // above the pin too, while the parts of the graph follow a reorganisation.
      if (from.height - removed.length > pin.height) return { kind: 'wait' };
      throw new BlockUnknown(`block ${hash} is not known`);
    }
    if (block.isOnMainChain) return { kind: 'removed', ancestor: block, removed: removed.reverse() };
    removed.push(block.hash);
    hash = block.previousHash;
  }
  throw new StreamEnd('CHAIN_REORGANIZED');
}
