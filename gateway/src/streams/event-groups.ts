import type { KnownKey } from '#/auth/key-answer.ts';
import type { Tip } from '#/pin/tip.ts';
import { BlockAhead } from './chain-step.ts';
import type { SelectionResults } from './selection-results.ts';
import type { FoundEvents, PlacedEvent, StreamWalk } from './stream-walk.ts';
import type { StreamedEvent } from './streamed-event.ts';

export interface EventGroup<Position> {
  events: readonly PlacedEvent<Position>[];
  results: readonly StreamedEvent[];
  until: Position;
}

interface LoadingGroup<Position> {
  events: readonly PlacedEvent<Position>[];
  results: Promise<StreamedEvent[]>;
  until: Position;
  /** Null: nothing more is known to be there. */
  rest: Promise<Waiting<Position> | undefined> | null;
}

type Waiting<Position> = FoundEvents<Position> & { pins: readonly Tip[]; pin: Tip };

export interface EventGroupsOptions<Position> {
  walk: Pick<StreamWalk<Position>, 'find' | 'write'>;
  results: SelectionResults;
  chainId: string;
  key: KnownKey;
  pins: () => readonly Tip[];
}

/**
 * Reads events group by group and holds two groups' results at most. While those of one load, the next events are looked for: otherwise
 * the gateway and the subgraphs would wait for each other in turns.
 */
export class EventGroups<Position> {
  readonly #options: EventGroupsOptions<Position>;
  #ahead: { position: Position; group: Promise<LoadingGroup<Position> | undefined> } | null = null;

  /** For the group that was returned last. */
  #inHand: readonly StreamedEvent[] = [];
  /** For the next group, once they have come. */
  #early: readonly StreamedEvent[] = [];

  constructor(options: EventGroupsOptions<Position>) {
    this.#options = options;
  }

  get held(): readonly (readonly StreamedEvent[])[] {
    return [this.#inHand, this.#early];
  }

  /** Undefined: nothing until the stream is rung. @throws StreamEnd; PinsLost; BlockAhead; EventsUnavailable */
  async next(position: Position): Promise<EventGroup<Position> | undefined> {
    const ahead = this.#ahead;
    this.#ahead = null;
    this.#inHand = [];
    this.#early = [];
    const early = ahead?.position === position ? await ahead.group.catch(ifAhead) : undefined;
    // Events may have come meanwhile.
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

  async #begin(waiting: Promise<Waiting<Position> | undefined>): Promise<LoadingGroup<Position> | undefined> {
    const found = await waiting;
    if (found === undefined) return undefined;
    const { events: all, pins, pin, isFollowed = false } = found;
    const { walk, results: selection } = this.#options;
    const isWhole = all.length <= selection.groupSize;
    // A whole list stays the same array, by which streams share results.
    const events = isWhole ? all : all.slice(0, selection.groupSize);
    const results = failingLater(selection.load(events, pins, pin, walk, this.#options.key));
    const until = (isWhole ? undefined : events.at(-1)?.position) ?? found.until;
    if (!isWhole)
      return { events, results, until, rest: Promise.resolve({ ...found, events: all.slice(events.length) }) };
    return { events, results, until, rest: isFollowed ? failingLater(this.#find(until)) : null };
  }
}

/** The pin that the look ahead met may have moved. @throws all other errors */
function ifAhead(error: unknown): undefined {
  if (!(error instanceof BlockAhead)) throw error;
}

/** Throws when it is awaited, not before. */
function failingLater<Value>(pending: Promise<Value>): Promise<Value> {
  pending.catch(() => undefined);
  return pending;
}
