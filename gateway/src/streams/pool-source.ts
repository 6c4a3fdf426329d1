import { setTimeout as delay } from 'node:timers/promises';
import type { EventField, MadeEvent } from '#/events/event-fields.ts';
import type { PoolChange } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import type { PoolFeed } from './pool-feed.ts';
import type { PoolLog } from './pool-log.ts';
import type { PoolPosition } from './position.ts';
import {
  type FoundEvents,
  type PlacedEvent,
  type StreamFilter,
  type StreamSource,
  sharedEvent,
} from './stream-walk.ts';

/** So that a stream holds no more. */
const EVENTS_MAX = 200;
/** That one step passes. */
const CHANGES_MAX = 5_000;
/** Another gateway may have seen a change a moment earlier. */
const AHEAD_MAX_MS = 2_000;
const AHEAD_POLL_MS = 50;

type Ids = StreamFilter['ids'];

export class PoolSource implements StreamSource<PoolPosition> {
  readonly #reader: Pick<ChainReader, 'pastPoolPage'>;
  readonly #feed: PoolFeed;
  readonly #field: EventField;

  constructor(reader: Pick<ChainReader, 'pastPoolPage'>, feed: PoolFeed, field: EventField) {
    this.#reader = reader;
    this.#feed = feed;
    this.#field = field;
  }

  /** With what is pending. */
  async begin(): Promise<PoolPosition> {
    return beginAt(await this.#feed.upToDate());
  }

  /** A position of another database begins again. */
  async resume(position: PoolPosition): Promise<PoolPosition> {
    for (const deadline = performance.now() + AHEAD_MAX_MS; ; await delay(AHEAD_POLL_MS)) {
      const log = await this.#feed.upToDate();
      const place = this.#feed.placeOf(lastOf(position));
      if (place === 'known') return position;
      if (place === 'before' || performance.now() > deadline) return beginAt(log);
    }
  }

  listen(ring: () => void, { ids }: StreamFilter): () => void {
    return this.#feed.listeners.add(ring, ids);
  }

  async next(
    pins: readonly Tip[],
    pin: Tip,
    position: PoolPosition,
    { ids }: StreamFilter,
  ): Promise<FoundEvents<PoolPosition> | undefined> {
    const { serial, snapshot } = position;
    const log = await this.#feed.upToDate();
    if (log === null) return undefined;
    // The position is of another database.
    if (this.#feed.placeOf(lastOf(position)) !== 'known') return { events: [], until: beginAt(log) };
    // Another gateway had a block that is not pinned here yet.
    if (lastOf(position) > log.upTo) return undefined;
    if (snapshot !== null) return this.#findFirst(log, pin, { serial, snapshot }, ids);
    if (serial === log.upTo) return undefined;
    if (serial < log.from) return this.#findOld(pins, pin, serial, ids);
    const found = log.after(serial, CHANGES_MAX);
    const changes = found.map(({ change }) => change);
    const last = found.length < CHANGES_MAX ? undefined : changes.at(-1);
    return this.#findChanges(changes, last?.serial ?? log.upTo, pin, ids);
  }

  /** Transactions that were pending when the stream began. */
  #findFirst(log: PoolLog, pin: Tip, { serial, snapshot }: { serial: number; snapshot: number }, ids: Ids) {
    return takeEvents(log.pendingAt(snapshot, serial), ids, { serial: snapshot, snapshot: null }, (change) => ({
      ...this.#describe(change, pin, { serial: change.serial, snapshot }),
      snapshot: String(snapshot),
    }));
  }

  /** The log no longer holds them. */
  async #findOld(pins: readonly Tip[], pin: Tip, serial: number, ids: Ids) {
    const { changes, upTo } = await this.#reader.pastPoolPage(pins, pin, serial);
    return upTo > serial ? this.#findChanges(changes, upTo, pin, ids) : undefined;
  }

  /** @param upTo the changes are complete up to this serial */
  #findChanges(changes: readonly PoolChange[], upTo: number, pin: Tip, ids: Ids): FoundEvents<PoolPosition> {
    return takeEvents(changes, ids, { serial: upTo, snapshot: null }, (change) =>
      sharedEvent(change, () => this.#describe(change, pin, { serial: change.serial, snapshot: null })),
    );
  }

  #describe(change: PoolChange, pin: Tip, position: PoolPosition): PlacedEvent<PoolPosition> {
    return { ...toEvent(this.#field, pin, change), position, block: null, marks: this.#feed.marks };
  }
}

function beginAt(log: PoolLog | null): PoolPosition {
  return { serial: 0, snapshot: log?.upTo ?? 0 };
}

function lastOf({ serial, snapshot }: PoolPosition): number {
  return Math.max(serial, snapshot ?? 0);
}

/** At most one step's events. @param end position behind all of the changes */
function takeEvents(
  changes: Iterable<PoolChange>,
  ids: Ids,
  end: PoolPosition,
  eventOf: (change: PoolChange) => PlacedEvent<PoolPosition>,
): FoundEvents<PoolPosition> {
  const events: PlacedEvent<PoolPosition>[] = [];
  for (const change of changes) {
    if (!concerns(change, ids)) continue;
    const event = eventOf(change);
    events.push(event);
    if (events.length === EVENTS_MAX) return { events, until: event.position };
  }
  return { events, until: end };
}

function concerns({ addresses }: PoolChange, ids: Ids): boolean {
  return ids === null || addresses.some((address) => ids.has(address));
}

function toEvent(field: EventField, { chainId }: Tip, change: PoolChange): MadeEvent {
  const { serial, hasEntered, txid, state, blockHeight } = change;
  const type = hasEntered ? field.type : field.left;
  const references = field.referencesOf(type, { chainId, id: txid });
  const value = { __typename: type, chainId, txid, state, blockHeight, ...references };
  return { id: `${field.name} ${chainId} ${serial} ${txid}`, value };
}
