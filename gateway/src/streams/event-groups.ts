import type { KnownKey } from '#/auth/key-answer.ts';
import type { Tip } from '#/pin/tip.ts';
import { BlockAhead } from './chain-step.ts';
import type { SelectionResults } from './selection-results.ts';
import type { FoundEvents, PlacedEvent, StreamWalk } from './stream-walk.ts';
import type { StreamedEvent } from './streamed-event.ts';

/** Some consecutive events with their results, and the position of a stream that has emitted them. */
export interface EventGroup<Position> {
  events: readonly PlacedEvent<Position>[];
  results: readonly StreamedEvent[];
  until: Position;
}

/** A group whose results are on their way. */
interface LoadingGroup<Position> {
  events: readonly PlacedEvent<Position>[];
  results: Promise<StreamedEvent[]>;
  until: Position;
  /** The events behind it, as far as they are known or looked for; null: nothing more is known to be there. */
  rest: Promise<Waiting<Position> | undefined> | null;
}

/** Events that were found and wait for their turn. */
type Waiting<Position> = FoundEvents<Position> & { pins: readonly Tip[]; pin: Tip };

/** Options name the events that a stream reads. */
export interface EventGroupsOptions<Position> {
  walk: Pick<StreamWalk<Position>, 'find' | 'write'>;
  results: SelectionResults;
  chainId: string;
  /** Key of the stream. */
  key: KnownKey;
  /** The pins at the moment. */
  pins: () => readonly Tip[];
}

/**
 * Reads the events behind a position group by group, and holds the results of two groups at most. While those of one load, the next ones are
 * asked for, and what comes behind these is looked for: otherwise the gateway and the subgraphs would wait for each other in turns.
 */
export class EventGroups<Position> {
  readonly #options: EventGroupsOptions<Position>;
  #ahead: { position: Position; group: Promise<LoadingGroup<Position> | undefined> } | null = null;

  /** Results of the group that was returned last. */
  #inHand: readonly StreamedEvent[] = [];
  /** Those of the next one, once they have come. */
  #early: readonly StreamedEvent[] = [];

  constructor(options: EventGroupsOptions<Position>) {
    this.#options = options;
  }

  /** The results that are in memory for this stream. */
  get held(): readonly (readonly StreamedEvent[])[] {
    return [this.#inHand, this.#early];
  }

  /** The group behind a position; undefined: there is nothing until the stream is rung. @throws StreamEnd; PinsLost; BlockAhead; EventsUnavailable */
  async next(position: Position): Promise<EventGroup<Position> | undefined> {
    const ahead = this.#ahead;
    this.#ahead = null;
    this.#inHand = [];
    this.#early = [];
    const early = ahead?.position === position ? await ahead.group.catch(ifAhead) : undefined;
    // Events that were not there before may be there now.
    const group = early ?? (await this.#begin(this.#find(position)));
    if (group === undefined) return undefined;
    const { events, until, rest } = group;
    if (rest !== null && !this.#options.results.isScarce) this.#readAhead(until, failingLater(this.#begin(rest)));
    const results = await group.results;
    this.#inHand = results;
    return { events, results, until };
  }

  #readAhead(position: Position, group: Promise<LoadingGroup<Position> | undefined>): void {
    const ahead = { position, group };
    this.#ahead = ahead;
    const note = async (): Promise<void> => {
      const results = await (await group)?.results;
      if (results !== undefined && this.#ahead === ahead) this.#early = results;
    };
    failingLater(note());
  }

  async #find(position: Position): Promise<Waiting<Position> | undefined> {
    const { walk, chainId } = this.#options;
    const pins = this.#options.pins();
    const pin = pins.find((one) => one.chainId === chainId);
    const found = pin && (await walk.find(pins, pin, position));
    return pin && found && { ...found, pins, pin };
  }

  /** Asks for the results of the first of some events. */
  async #begin(waiting: Promise<Waiting<Position> | undefined>): Promise<LoadingGroup<Position> | undefined> {
    const found = await waiting;
    if (found === undefined) return undefined;
    const { events: all, pins, pin, isFollowed = false } = found;
    const { walk, results: selection } = this.#options;
    const isWhole = all.length <= selection.groupSize;
    // All of a list is the list itself, whose results streams share.
    const events = isWhole ? all : all.slice(0, selection.groupSize);
    const results = failingLater(selection.load(events, pins, pin, walk, this.#options.key));
    const until = (isWhole ? undefined : events.at(-1)?.position) ?? found.until;
    if (!isWhole)
      return { events, results, until, rest: Promise.resolve({ ...found, events: all.slice(events.length) }) };
    return { events, results, until, rest: isFollowed ? failingLater(this.#find(until)) : null };
  }
}

/** The pin that a look ahead met may have moved since. @throws all other errors */
function ifAhead(error: unknown): undefined {
  if (!(error instanceof BlockAhead)) throw error;
}

/** A promise that is awaited later: if it fails before, it throws then. */
function failingLater<Value>(pending: Promise<Value>): Promise<Value> {
  pending.catch(() => undefined);
  return pending;
}
