import type { Tip } from '#/pin/tip.ts';
import type { SelectionResults, StreamedEvent } from './event-results.ts';
import type { FoundEvents, PlacedEvent, StreamWalk } from './stream-walk.ts';

/** Some consecutive events with their results, and where a stream stands that has told them. */
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
  /** The events found besides are here; null: nothing more is known to be there. */
  rest: Rest<Place> | null;
}

/** Events that were found and wait for their turn. Without any, it says only where to look. */
type Rest<Place> = FoundEvents<Place> & { pins: readonly Tip[]; pin: Tip };

/** Options name the events that a stream reads. */
export interface EventGroupsOptions<Place> {
  walk: StreamWalk<Place>;
  results: SelectionResults;
  chainId: string;
  /** The pins at the moment. */
  pins: () => readonly Tip[];
}

/**
 * Reads the events behind a place group by group, and holds two groups at most. While the results of one load, the next one is found and its
 * results are asked for: otherwise the gateway and the subgraphs would wait for each other in turns.
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
    const group = (ahead?.place === place ? await ahead.group : undefined) ?? (await this.#look(place));
    if (group === undefined) return undefined;
    const { events, until, rest } = group;
    if (rest !== null) {
      const following = rest.events.length > 0 ? Promise.resolve(this.#load(rest)) : this.#look(until);
      // The failure is told when the group is asked for.
      following.catch(() => undefined);
      this.#ahead = { place: until, group: following };
    }
    const results = await group.results;
    return { events, results, until };
  }

  async #look(place: Place): Promise<LoadingGroup<Place> | undefined> {
    const { walk, chainId } = this.#options;
    const pins = this.#options.pins();
    const pin = pins.find((one) => one.chainId === chainId);
    const found = pin && (await walk.find(pins, pin, place));
    return pin && found && this.#load({ ...found, pins, pin });
  }

  #load(found: Rest<Place>): LoadingGroup<Place> {
    const { events: all, pins, pin, isFollowed = false } = found;
    const { walk, results: selection } = this.#options;
    const isWhole = all.length <= selection.groupSize;
    // All of a list is the list itself, whose results streams share.
    const events = isWhole ? all : all.slice(0, selection.groupSize);
    const results = selection.load(events, pins, pin, walk);
    results.catch(() => undefined);
    const until = (isWhole ? undefined : events.at(-1)?.position) ?? found.until;
    const hasRest = !isWhole || isFollowed;
    return { events, results, until, rest: hasRest ? { ...found, events: all.slice(events.length) } : null };
  }
}
