import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { MadeEvent } from '#/events/event-fields.ts';
import type { PoolMark } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import type { Depth } from './chain-step.ts';
import type { PositionCodec } from './position.ts';

/** An event, and the position of a stream that has emitted it. */
export interface PlacedEvent<Position> extends MadeEvent {
  readonly position: Position;
  /** Block that it stands in; null: in none, and it is read at the pin. */
  readonly block: BlockPlace | null;
  /** Marks of the mempool in which the event was found. */
  readonly marks?: readonly PoolMark[];
  /** Name of the set of events that the stream began with, if the event belongs to it. */
  readonly snapshot?: string;
}

/** Consecutive events, and the position of a stream that has emitted them all. */
export interface FoundEvents<Position> {
  events: readonly PlacedEvent<Position>[];
  until: Position;
  /** True if more is known to be there at the same pins. */
  isFollowed?: boolean;
}

/** The events that a stream wants of a source. */
export interface StreamFilter {
  /** Objects whose events are wanted; null: all. */
  ids: ReadonlySet<string> | null;
  /** How deep the block of an event must be; a mempool has no blocks. */
  depth: Depth;
}

/** A source of events: the blocks of a chain, or its mempool. It keeps nothing of one stream. */
export interface StreamSource<Position> {
  /**
   * Finds the position of a new stream.
   * @param fromHeight begin with the events of this block; undefined: with what comes now
   * @throws StreamEnd; PinsLost; EventsUnavailable
   */
  begin(pins: readonly Tip[], pin: Tip, filter: StreamFilter, fromHeight: number | undefined): Promise<Position>;
  /** The position of a stream that goes on from a cursor's position; absent: that position. @throws likewise */
  resume?(position: Position): Promise<Position>;
  /**
   * Takes one step from a position: finds the next events, as many as one step may bring.
   * @returns undefined: there is nothing until the stream is rung
   * @throws likewise; BlockAhead
   */
  next(
    pins: readonly Tip[],
    pin: Tip,
    position: Position,
    filter: StreamFilter,
  ): Promise<FoundEvents<Position> | undefined>;
  /** Rings a stream when something new may concern it; absent: each move of a tip does, and nothing else. @returns stops that */
  listen?(ring: () => void, filter: StreamFilter): () => void;
}

/** Walks a source step by step, for one stream, or for all streams that want everything. */
export class StreamWalk<Position> {
  readonly #source: StreamSource<Position>;
  readonly #codec: PositionCodec<Position>;
  readonly #filter: StreamFilter;
  /** The last step: streams at the same position share it. */
  #last: { pin: Tip; position: Position; found: Promise<FoundEvents<Position> | undefined> } | undefined;

  constructor(source: StreamSource<Position>, codec: PositionCodec<Position>, filter: StreamFilter) {
    this.#source = source;
    this.#codec = codec;
    this.#filter = filter;
  }

  /**
   * Finds where a stream begins: behind a cursor, or where new streams begin.
   * @param fromHeight begin with the events of this block, where there is no cursor
   * @throws StreamEnd; PinsLost; EventsUnavailable
   */
  async start(
    pins: readonly Tip[],
    pin: Tip,
    cursor: string | undefined,
    fromHeight?: number | undefined,
  ): Promise<Position> {
    const position = cursor === undefined ? null : this.#codec.read(cursor);
    if (position === null) return this.#source.begin(pins, pin, this.#filter, fromHeight);
    return this.#source.resume?.(position) ?? position;
  }

  /** The cursor of a position. */
  write(position: Position): string {
    return this.#codec.write(position);
  }

  /** @returns stops that */
  listen(ring: () => void): () => void {
    return this.#source.listen?.(ring, this.#filter) ?? (() => {});
  }

  /** The next events at these pins, as `StreamSource.next` returns them. */
  find(pins: readonly Tip[], pin: Tip, position: Position): Promise<FoundEvents<Position> | undefined> {
    if (this.#last?.pin === pin && this.#last.position === position) return this.#last.found;
    const found = this.#source.next(pins, pin, position, this.#filter);
    this.#last = { pin, position, found };
    found.catch(() => {
      // A failed step is not kept.
      if (this.#last?.found === found) this.#last = undefined;
    });
    return found;
  }
}

/** A block or a change as it was read. A member costs less than a weak map, which the garbage collector has to walk. */
export interface SharedChange<Position> {
  event?: PlacedEvent<Position>;
}

/** The event of a change. Streams share what they read, and so the events: the first stream makes it. */
export function sharedEvent<Position, Change extends object>(
  change: Change & SharedChange<Position>,
  make: () => PlacedEvent<Position>,
): PlacedEvent<Position> {
  change.event ??= make();
  return change.event;
}
