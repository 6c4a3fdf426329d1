import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { ChangePlace } from '@ledgergraph/graph-kit/change-place';
import { BLOCKS_REMOVED, type EventField } from '#/events/event-fields.ts';
import { inChainOrder } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ChainPosition } from './position.ts';
import { type FoundEvents, type PlacedEvent, sharedEvent } from './stream-walk.ts';

/** Looked up whole for all streams at once: a stream further behind asks alone for what it wants. */
const SHARED_BLOCKS_MAX = 3;
/** For one look-up; a block that has more is read alone. */
const CHANGES_MAX = 2_000;

/**
 * Events behind a position, with the rest of its own block, in the order of the chain. It may stop before the last block.
 * @param ids of the wanted objects; null: all
 * @throws PinsLost; EventsUnavailable
 */
export async function findEvents(
  reader: ChainReader,
  pins: readonly Tip[],
  pin: Tip,
  field: EventField,
  ids: ReadonlySet<string> | null,
  from: ChainPosition,
  blocks: readonly BlockPlace[],
): Promise<FoundEvents<ChainPosition>> {
  const last = blocks.at(-1) ?? from.block;
  if (field.source.kind === 'blocks')
    return {
      events: blocks.map((block) => sharedEvent(block, () => blockAdded(field, pin, block))),
      until: whole(last),
    };
  const first = from.place === null ? (blocks[0] ?? last) : from.block;
  const isShared = last.height - first.height < SHARED_BLOCKS_MAX;
  const wanted = isShared || ids === null ? null : [...ids];
  const read = (to: number, limit: number | null): Promise<ChangePlace[]> =>
    reader.changes(pins, pin, field, { from: first.height, to, ids: wanted, limit });
  let changes = await read(last.height, isShared ? null : CHANGES_MAX);
  let until = last;
  if (!isShared && changes.length === CHANGES_MAX) {
    const cut = changes.at(-1)?.height ?? first.height;
    // The last block may be cut in the middle.
    if (cut > first.height) changes = changes.filter(({ height }) => height < cut);
    else changes = await read(first.height, null);
    const complete = Math.max(cut - 1, first.height);
    until = [from.block, ...blocks].find(({ height }) => height === complete) ?? last;
  }
  const byHeight = new Map([from.block, ...blocks].map((block) => [block.height, block]));
  const events = changesOf(changes, ids, field)
    .filter((change) => isBehind(change, from))
    .map((change) => sharedEvent(change, () => changed(field, pin, byHeight.get(change.height) ?? last, change)));
  return { events, until: whole(until) };
}

function whole(block: BlockPlace): ChainPosition {
  return { block, place: null };
}

interface Wanted {
  all: readonly ChangePlace[];
  ofId: ReadonlyMap<string, readonly ChangePlace[]>;
}

const indexes = new WeakMap<readonly ChangePlace[], Wanted>();

/** Streams share the list, so it is indexed once. */
function changesOf(
  changes: readonly ChangePlace[],
  ids: ReadonlySet<string> | null,
  { areShared }: Pick<EventField, 'areShared'>,
): readonly ChangePlace[] {
  if (ids === null && !areShared) return changes;
  const index = indexes.get(changes) ?? (areShared ? joinChanges(changes) : indexChanges(changes));
  indexes.set(changes, index);
  if (ids === null) return index.all;
  const found = Array.from(ids).flatMap((id) => index.ofId.get(id) ?? []);
  const distinct = areShared ? [...new Set(found)] : found;
  return distinct.length > 1 ? distinct.sort(inChainOrder) : distinct;
}

function indexChanges(changes: readonly ChangePlace[]): Wanted {
  return { all: changes, ofId: Map.groupBy(changes, ({ id }) => id) };
}

/** A change that is listed for several objects is one event, and names none of them. */
function joinChanges(changes: readonly ChangePlace[]): Wanted {
  const joined = new Map<string, ChangePlace>();
  const ofId = new Map<string, ChangePlace[]>();
  for (const change of changes) {
    const { height, txIndex, vout, id, reference } = change;
    const place = `${height} ${txIndex} ${vout} ${reference}`;
    const one = joined.get(place) ?? { ...change, id: '' };
    joined.set(place, one);
    const known = ofId.get(id);
    if (known === undefined) ofId.set(id, [one]);
    else known.push(one);
  }
  return { all: [...joined.values()].sort(inChainOrder), ofId };
}

/** Not emitted yet. */
function isBehind(change: ChangePlace, { block, place }: ChainPosition): boolean {
  if (change.height !== block.height) return change.height > block.height;
  return place !== null && inChainOrder(change, { ...place, height: block.height }) > 0;
}

function blockAdded(field: EventField, { chainId }: Tip, block: BlockPlace): PlacedEvent<ChainPosition> {
  const { height: blockHeight, hash: blockHash } = block;
  const references = field.referencesOf(field.type, { chainId, at: blockHeight, hash: blockHash });
  const value = { __typename: field.type, chainId, blockHeight, blockHash, ...references };
  return { id: `${chainId} ${blockHash}`, block, position: { block, place: null }, value };
}

export function blocksRemoved(
  { chainId }: Tip,
  ancestor: BlockPlace,
  removedHashes: readonly string[],
): PlacedEvent<ChainPosition> {
  const { height: blockHeight, hash: blockHash } = ancestor;
  const value = {
    __typename: BLOCKS_REMOVED,
    chainId,
    blockHeight,
    blockHash,
    depth: removedHashes.length,
    removedHashes,
  };
  const id = `${chainId} ${blockHash} without ${removedHashes.join(' ')}`;
  return { id, block: ancestor, position: { block: ancestor, place: null }, value };
}

function changed(
  field: EventField,
  { chainId }: Tip,
  block: BlockPlace,
  { txIndex, vout, id, reference }: ChangePlace,
): PlacedEvent<ChainPosition> {
  const { height: at, hash } = block;
  const references = field.referencesOf(field.type, { chainId, at, hash, id, reference });
  return {
    id: `${field.name} ${chainId} ${hash} ${txIndex} ${vout} ${id} ${reference}`,
    block,
    position: { block, place: { txIndex, vout, id, reference } },
    value: { chainId, blockHeight: at, blockHash: hash, __typename: field.type, ...references },
  };
}
