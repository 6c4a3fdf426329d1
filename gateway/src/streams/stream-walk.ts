import type { MadeEvent } from '#/events/event-fields.ts';
import type { PoolMark } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import type { BlockPoint } from './position.ts';

/** An event, and where a stream stands that has told it. */
export interface PlacedEvent<Place> extends MadeEvent {
  readonly position: Place;
  /** Block that it stands in; null: in none, and it is read at the pin. */
  readonly block: BlockPoint | null;
  /** Marks of the mempool that told it. */
  readonly marks?: readonly PoolMark[];
  /** Name of the set of events that the stream began with, if the event belongs to it. */
  readonly snapshot?: string;
}

/** Consecutive events, and where a stream stands that has told them all. */
export interface FoundEvents<Place> {
  events: readonly PlacedEvent<Place>[];
  until: Place;
  /** True if more is known to be there at the same pins. */
  isFollowed?: boolean;
}

/** A kind of stream: says what comes behind a place. It keeps nothing of one stream. */
export interface StreamWalk<Place> {
  /**
   * The next events at these pins; undefined: there is nothing until the stream is rung.
   * @throws StreamEnd; PinsLost; EventsUnavailable
   */
  find(pins: readonly Tip[], pin: Tip, place: Place): Promise<FoundEvents<Place> | undefined>;
  /** Writes a place for clients. */
  write(place: Place): string;
  /** Rings a stream when something new may concern it; absent: each move of a tip does, and nothing else. @returns stops that */
  listen?(ring: () => void): () => void;
}
