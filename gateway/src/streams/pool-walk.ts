import type { EventField, MadeEvent } from '#/events/event-fields.ts';
import type { PoolChange } from '#/events/pool-reader.ts';
import type { Tip } from '#/pin/tip.ts';
import type { EventFilter } from './find-events.ts';
import type { PoolFeed } from './pool-feed.ts';
import type { PoolLog } from './pool-log.ts';
import type { PoolPosition, PoolPositionCodec } from './pool-position.ts';
import type { FoundEvents, PlacedEvent, StreamWalk } from './stream-walk.ts';

/** Events of one look, so that a stream holds no more. */
const EVENTS_MAX = 200;
/** Changes that one look passes. */
const CHANGES_MAX = 5_000;

/** Entries and leavings of a chain's mempool, of some addresses or of all. */
export class PoolWalk implements StreamWalk<PoolPosition> {
  readonly #feed: PoolFeed;
  readonly #filter: EventFilter;
  readonly #codec: PoolPositionCodec;

  constructor(feed: PoolFeed, filter: EventFilter, codec: PoolPositionCodec) {
    this.#feed = feed;
    this.#filter = filter;
    this.#codec = codec;
  }

  write(position: PoolPosition): string {
    return this.#codec.write(position);
  }

  listen(ring: () => void): () => void {
    return this.#feed.listeners.add(ring, this.#filter.ids);
  }

  async find(pins: readonly Tip[], pin: Tip, position: PoolPosition): Promise<FoundEvents<PoolPosition> | undefined> {
    const log = await this.#feed.upToDate();
    if (log === null) return undefined;
    const last = Math.max(position.serial, position.snapshot ?? 0);
    // The place is of another database: the stream begins anew.
    if (this.#feed.placeOf(last) !== 'known') return { events: [], until: beginAt(log) };
    // Another gateway had a block that is not pinned here yet.
    if (last > log.upTo) return undefined;
    if (position.snapshot !== null) return this.#findFirst(log, pin, position.serial, position.snapshot);
    if (position.serial === log.upTo) return undefined;
    if (position.serial < log.from) return this.#findOld(pins, pin, position);
    const found = log.after(position.serial, CHANGES_MAX);
    const changes = found.map(({ change }) => change);
    return this.#take(changes, found.length < CHANGES_MAX ? log.upTo : undefined, pin);
  }

  /** The transactions that were pending when the stream began. */
  #findFirst(log: PoolLog, pin: Tip, serial: number, snapshot: number): FoundEvents<PoolPosition> {
    const events: PlacedEvent<PoolPosition>[] = [];
    for (const change of log.pendingAt(snapshot, serial)) {
      if (!this.#concerns(change)) continue;
      events.push({
        ...toEvent(this.#filter.field, pin, change),
        ...this.#placed({ serial: change.serial, snapshot }),
      });
      if (events.length === EVENTS_MAX) return { events, until: { serial: change.serial, snapshot } };
    }
    return { events, until: { serial: snapshot, snapshot: null } };
  }

  /** Changes that the log does not hold any more. */
  async #findOld(pins: readonly Tip[], pin: Tip, { serial }: PoolPosition) {
    const { changes, upTo } = await this.#feed.page(pins, pin, serial);
    return upTo > serial ? this.#take(changes, upTo, pin) : undefined;
  }

  /** @param upTo serial up to which the changes are complete; absent: up to the last of them */
  #take(changes: readonly PoolChange[], upTo: number | undefined, pin: Tip): FoundEvents<PoolPosition> {
    const events: PlacedEvent<PoolPosition>[] = [];
    for (const change of changes) {
      if (!this.#concerns(change)) continue;
      events.push(this.#shared(change, pin));
      if (events.length === EVENTS_MAX) return { events, until: { serial: change.serial, snapshot: null } };
    }
    return { events, until: { serial: upTo ?? changes.at(-1)?.serial ?? 0, snapshot: null } };
  }

  /** Streams share changes, and so their events and positions. */
  #shared(change: PoolChange, pin: Tip): PlacedEvent<PoolPosition> {
    const event = made.get(change) ?? {
      ...toEvent(this.#filter.field, pin, change),
      ...this.#placed({ serial: change.serial, snapshot: null }),
    };
    made.set(change, event);
    return event;
  }

  #placed(position: PoolPosition): Omit<PlacedEvent<PoolPosition>, 'id' | 'value'> {
    const { snapshot } = position;
    const { marks } = this.#feed;
    return { position, block: null, marks, ...(snapshot !== null && { snapshot: String(snapshot) }) };
  }

  #concerns({ addresses }: PoolChange): boolean {
    const wanted = this.#filter.ids;
    return wanted === null || addresses.some((address) => wanted.has(address));
  }
}

/** Position of a stream that begins with what is pending. */
export function beginAt(log: Pick<PoolLog, 'upTo'>): PoolPosition {
  return { serial: 0, snapshot: log.upTo };
}

const made = new WeakMap<PoolChange, PlacedEvent<PoolPosition>>();

function toEvent(field: EventField, { chainId }: Tip, change: PoolChange): MadeEvent {
  const { serial, hasEntered, txid, state, blockHeight } = change;
  const type = hasEntered ? field.type : field.left;
  const references = field.referencesOf(type, { chainId, id: txid });
  const value = { __typename: type, chainId, txid, state, blockHeight, ...references };
  return { id: `${field.name} ${chainId} ${serial} ${txid}`, value };
}
