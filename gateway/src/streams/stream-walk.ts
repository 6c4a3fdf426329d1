import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { MadeEvent } from '#/events/event-fields.ts';
import type { PoolMark } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import type { Depth } from './chain-step.ts';
import type { PositionCodec } from './position.ts';

export interface PlacedEvent<Position> extends MadeEvent {
  readonly position: Position;
  /** Null: in none, and it is read at the pin. */
  readonly block: BlockPlace | null;
  /** For the mempool in which the event was found. */
  readonly marks?: readonly PoolMark[];
  /** Names the set that the stream began with, if the event belongs to it. */
  readonly snapshot?: string;
}

/** With the position behind them. */
export interface FoundEvents<Position> {
  events: readonly PlacedEvent<Position>[];
  until: Position;
  /** More is known to be there at the same pins. */
  isFollowed?: boolean;
}

export interface StreamFilter {
  /** Null: all. */
  ids: ReadonlySet<string> | null;
  /** For the event's block; a mempool has no blocks. */
  depth: Depth;
}

/** The blocks of a chain, or its mempool. It keeps nothing of one stream. */
export interface StreamSource<Position> {
  /**
   * @param fromHeight begin with the events of this block; undefined: with what comes now
   * @throws StreamEnd; PinsLost; EventsUnavailable
   */
  begin(pins: readonly Tip[], pin: Tip, filter: StreamFilter, fromHeight: number | undefined): Promise<Position>;
  /** Where a stream goes on from a cursor's position; absent: there. @throws StreamEnd; PinsLost; EventsUnavailable */
  resume?(position: Position): Promise<Position>;
  /**
   * As many events as one step may bring.
   * @returns undefined: nothing until the stream is rung
   * @throws StreamEnd; PinsLost; EventsUnavailable; BlockAhead
   */
  next(
    pins: readonly Tip[],
    pin: Tip,
    position: Position,
    filter: StreamFilter,
  ): Promise<FoundEvents<Position> | undefined>;
  /** Absent: only moves of the tip ring. @returns stops the calls */
  listen?(ring: () => void, filter: StreamFilter): () => void;
}

/** For one stream, or for all that want everything. */
export class StreamWalk<Position> {
  readonly #source: StreamSource<Position>;
  readonly #codec: PositionCodec<Position>;
  readonly #filter: StreamFilter;
  /** Streams at the same position share it. */
  #last: { pin: Tip; position: Position; found: Promise<FoundEvents<Position> | undefined> } | undefined;

  constructor(source: StreamSource<Position>, codec: PositionCodec<Position>, filter: StreamFilter) {
    this.#source = source;
    this.#codec = codec;
    this.#filter = filter;
  }

  /**
   * Behind a cursor, or where new streams begin.
   * @param fromHeight where there is no cursor
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

  write(position: Position): string {
    return this.#codec.write(position);
  }

  listen(ring: () => void): () => void {
    return this.#source.listen?.(ring, this.#filter) ?? (() => {});
  }

  /** As `StreamSource.next`. */
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

/** A member costs less than a weak map, which the garbage collector has to walk. */
export interface SharedChange<Position> {
  event?: PlacedEvent<Position>;
}

/** The first stream makes the event for all. */
export function sharedEvent<Position, Change extends object>(
  change: Change & SharedChange<Position>,
  make: () => PlacedEvent<Position>,
): PlacedEvent<Position> {
  change.event ??= make();
  return change.event;
}
