import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { StreamEnd } from './stream-end.ts';

export type Step =
  /** The block, or the last common one, is above the pin. */
  | { kind: 'wait' }
  /** The blocks of `removed`, lowest first, are gone; `ancestor` still stands. */
  | { kind: 'removed'; ancestor: BlockPlace; removed: readonly string[] }
  /** The block stands, and these deep enough ones follow it, perhaps none yet. */
  | { kind: 'blocks'; next: readonly BlockPlace[] };

/** Confirmations before a block's events are emitted; `final`: no reorganisation can remove it. */
export type Depth = number | 'final';

/** At or below the pin. After a failover blocks applies again what its database has lost. */
export class BlockUnknown extends EventsUnavailable {}

/** Above the pin: a stream waits for the chain to come there, however long it takes. */
export class BlockAhead extends Error {}

/** -1: no block is deep enough. */
export function lastDeepEnough({ height, finalizedHeight }: Tip, depth: Depth): number {
  return depth === 'final' ? (finalizedHeight ?? -1) : height - (depth - 1);
}

/**
 * How the chain goes on from a block, as in an indexer's pull: blocks, or the fork where the block's branch left.
 * @param last greatest height of the next blocks
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

async function walkBack(reader: ChainReader, pins: readonly Tip[], pin: Tip, from: BlockPlace): Promise<Step> {
  const removed: string[] = [];
  for (let hash: string | null = from.hash; hash !== null; ) {
    const block = await reader.block(pins, pin, hash);
    if (block === null) {
      // Another gateway was ahead, or a lighter chain is on its way. The last common block may be above the pin too, while parts of the
      // graph follow a reorganisation.
      if (from.height - removed.length > pin.height) return { kind: 'wait' };
      throw new BlockUnknown(`block ${hash} is not known`);
    }
    if (block.isOnMainChain) return { kind: 'removed', ancestor: block, removed: removed.reverse() };
    removed.push(block.hash);
    hash = block.previousHash;
  }
  throw new StreamEnd('CHAIN_REORGANIZED');
}
