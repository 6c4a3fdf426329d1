import type { Tip } from '#/pin/tip.ts';
import type { SelectionResults } from './event-results.ts';
import type { FoundEvents, PlacedEvent, StreamWalk } from './stream-walk.ts';
import type { StreamedEvent } from './streamed-event.ts';

/** Some consecutive events with their results, and the position of a stream that has emitted them. */
export interface EventGroup<Place> {
  events: readonly PlacedEvent<Place>[];
  results: readonly StreamedEvent[];
  until: Place;
}

/** A group whose results are on their way. */
interface LoadingGroup<Place> {
  events: readonly PlacedEvent<Place>[];
  results: Promise<StreamedEvent[]>;
  until: Place;
  /** The events behind it, as far as they are known or looked for; null: nothing more is known to be there. */
  rest: Promise<Waiting<Place> | undefined> | null;
}

/** Events that were found and wait for their turn. */
type Waiting<Place> = FoundEvents<Place> & { pins: readonly Tip[]; pin: Tip };

/** Options name the events that a stream reads. */
export interface EventGroupsOptions<Place> {
  walk: Pick<StreamWalk<Place>, 'find' | 'write'>;
  results: SelectionResults;
  chainId: string;
  /** The pins at the moment. */
  pins: () => readonly Tip[];
}

/**
 * Reads the events behind a place group by group, and holds the results of two groups at most. While those of one load, the next ones are
 * asked for, and what comes behind these is looked for: otherwise the gateway and the subgraphs would wait for each other in turns.
 */
export class EventGroups<Place> {
  readonly #options: EventGroupsOptions<Place>;
  #ahead: { place: Place; group: Promise<LoadingGroup<Place> | undefined> } | null = null;

  constructor(options: EventGroupsOptions<Place>) {
    this.#options = options;
  }

  /** The group behind a place; undefined: there is nothing until the stream is rung. @throws StreamEnd; PinsLost; EventsUnavailable */
  async next(place: Place): Promise<EventGroup<Place> | undefined> {
    const ahead = this.#ahead;
    this.#ahead = null;
    // Events that were not there before may be there now.
    const group = (ahead?.place === place ? await ahead.group : undefined) ?? (await this.#begin(this.#find(place)));
    if (group === undefined) return undefined;
    const { events, until, rest } = group;
    if (rest !== null) this.#ahead = { place: until, group: failingLater(this.#begin(rest)) };
    const results = await group.results;
    return { events, results, until };
  }

  async #find(place: Place): Promise<Waiting<Place> | undefined> {
    const { walk, chainId } = this.#options;
    const pins = this.#options.pins();
    const pin = pins.find((one) => one.chainId === chainId);
    const found = pin && (await walk.find(pins, pin, place));
    return pin && found && { ...found, pins, pin };
  }

  /** Asks for the results of the first of some events. */
  async #begin(waiting: Promise<Waiting<Place> | undefined>): Promise<LoadingGroup<Place> | undefined> {
    const found = await waiting;
    if (found === undefined) return undefined;
    const { events: all, pins, pin, isFollowed = false } = found;
    const { walk, results: selection } = this.#options;
    const isWhole = all.length <= selection.groupSize;
    // All of a list is the list itself, whose results streams share.
    const events = isWhole ? all : all.slice(0, selection.groupSize);
    const results = failingLater(selection.load(events, pins, pin, walk));
    const until = (isWhole ? undefined : events.at(-1)?.position) ?? found.until;
    if (!isWhole)
      return { events, results, until, rest: Promise.resolve({ ...found, events: all.slice(events.length) }) };
    return { events, results, until, rest: isFollowed ? failingLater(this.#find(until)) : null };
  }
}

/** A promise that is awaited later: if it fails before, it throws then. */
function failingLater<Value>(pending: Promise<Value>): Promise<Value> {
  pending.catch(() => undefined);
  return pending;
}
