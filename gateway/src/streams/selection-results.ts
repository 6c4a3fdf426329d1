import DataLoader from 'dataloader';
import type { KnownKey } from '#/auth/key-answer.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import type { GroupSize } from './group-size.ts';
import type { PlacedEvent, StreamWalk } from './stream-walk.ts';
import { asWanted, type StreamedEvent, type WantedResult } from './streamed-event.ts';

type Batch = ReadonlyMap<string, StreamedEvent | Error>;

/** Executed together. */
export type Group = readonly [WantedResult, ...WantedResult[]];

export interface SelectionOptions {
  /** @returns gives the room back. @throws where no room came in time */
  enter: (key: KnownKey, events: number) => (() => void) | Promise<() => void>;
  /** A result or the reason for its absence, for each event. */
  execute: (group: Group) => Promise<(StreamedEvent | Error)[]>;
  size: Pick<GroupSize, 'events' | 'isScarce'>;
  find: (event: string) => StreamedEvent | undefined;
  keep: (event: string, result: StreamedEvent) => void;
}

/** Its streams ask again. */
export const BUSY = new EventsUnavailable('the team has as much work under way as it may');

/**
 * Events that a team asks for at one moment are executed in groups of bounded cost, once the team has room. Whichever team has room
 * first executes the events for all.
 */
export class SelectionResults {
  readonly #options: SelectionOptions;
  /** A promise for each event would take a seventh of the time. */
  readonly #loader: DataLoader<readonly WantedResult[], readonly Promise<Batch>[]>;
  /** By event while it is executed; by payer and event while the payer waits for room. */
  readonly #underWay = new Map<string, Promise<Batch>>();
  /** By list of events and payer: streams at the same place find the same list. */
  readonly #lists = new Map<
    readonly PlacedEvent<unknown>[],
    Map<string, { pin: Tip; results: Promise<StreamedEvent[]> }>
  >();
  #turn = 0;

  constructor(options: SelectionOptions) {
    this.#options = options;
    this.#loader = new DataLoader(async (lists) => this.#executeLists(lists), {
      cache: false,
      batchScheduleFn: (run) => setImmediate(run),
    });
  }

  get groupSize(): number {
    return this.#options.size.events;
  }

  /** A stream should hold one group at a time. */
  get isScarce(): boolean {
    return this.#options.size.isScarce;
  }

  /**
   * In the order of the events. A failed result is not kept.
   * @param pins at which the events were found
   * @param pin of their chain
   * @param key of the stream that asks
   * @throws PinsLost; EventsUnavailable
   */
  async load<Position>(
    events: readonly PlacedEvent<Position>[],
    pins: readonly Tip[],
    pin: Tip,
    walk: Pick<StreamWalk<Position>, 'write'>,
    key: KnownKey,
  ): Promise<StreamedEvent[]> {
    const payer = payerOf(key);
    const ofPayers = this.#lists.get(events) ?? new Map();
    const known = ofPayers.get(payer);
    if (known?.pin === pin) return known.results;
    const results = this.#load(events.map((event) => ({ event, cursor: walk.write(event.position), pins, pin, key })));
    this.#lists.set(events, ofPayers.set(payer, { pin, results }));
    try {
      return await results;
    } finally {
      if (ofPayers.get(payer)?.results === results) ofPayers.delete(payer);
      if (ofPayers.size === 0) this.#lists.delete(events);
    }
  }

  async #load(wanted: readonly WantedResult[]): Promise<StreamedEvent[]> {
    const found = wanted.map((one) => this.#find(one) ?? this.#underWay.get(ofPayer(one)));
    const batch = await this.#gather(wanted, found, (missing) => this.#note(missing.map(ofPayer), this.#ask(missing)));
    return wanted.map((one) => {
      const result = batch.get(keyOf(one));
      if (result === undefined || result instanceof Error) throw result ?? new Error('no result');
      return asWanted(result, one);
    });
  }

  async #ask(missing: readonly WantedResult[]): Promise<Batch> {
    const batches = await Promise.all(await this.#loader.load(missing));
    return new Map(batches.flatMap((batch) => [...batch]));
  }

  /** Events that several teams want at one moment are the work of each in turn. */
  #executeLists(lists: readonly (readonly WantedResult[])[]): (readonly Promise<Batch>[])[] {
    const teams = [...Map.groupBy(lists.flat(), ({ key }) => payerOf(key)).values()];
    const first = this.#turn % teams.length;
    this.#turn += 1;
    const batches = new Map<WantedResult, Promise<Batch>>();
    for (const wanted of [...teams.slice(first), ...teams.slice(0, first)]) {
      for (const group of cutToGroups(wanted, this.groupSize)) {
        const batch = this.#executeGroup(group);
        for (const one of group) batches.set(one, batch);
      }
    }
    return lists.map((list) => [...new Set(list.flatMap((one) => batches.get(one) ?? []))]);
  }

  async #executeGroup(group: Group): Promise<Batch> {
    let leave = (): void => {};
    // Another team may execute all of it already.
    if (!group.every((one) => this.#find(one))) {
      try {
        const entered = this.#options.enter(group[0].key, group.length);
        leave = entered instanceof Promise ? await entered : entered;
      } catch {
        return new Map(group.map((one) => [keyOf(one), BUSY]));
      }
    }
    // Another team may have had room meanwhile.
    const found = group.map((one) => this.#find(one));
    if (!found.includes(undefined)) leave();
    return this.#gather(group, found, (missing) =>
      this.#note(missing.map(keyOf), this.#execute(missing)).finally(leave),
    );
  }

  async #execute(group: Group): Promise<Batch> {
    const results = await this.#options.execute(group);
    const batch = new Map<string, StreamedEvent | Error>();
    for (const [index, one] of group.entries()) {
      const result = results[index] as StreamedEvent | Error;
      batch.set(keyOf(one), result);
      if (!(result instanceof Error)) this.#options.keep(keyOf(one), result);
    }
    return batch;
  }

  #find(one: WantedResult): StreamedEvent | Promise<Batch> | undefined {
    const key = keyOf(one);
    return this.#options.find(key) ?? this.#underWay.get(key);
  }

  /** Missing results come from `ask`. */
  async #gather(
    wanted: readonly WantedResult[],
    found: readonly (StreamedEvent | Promise<Batch> | undefined)[],
    ask: (missing: Group) => Promise<Batch>,
  ): Promise<Batch> {
    const [first, ...others] = wanted.filter((_, index) => found[index] === undefined);
    const pending = new Set(found.filter((one) => one instanceof Promise));
    if (first !== undefined) pending.add(ask([first, ...others]));
    const gathered = new Map((await Promise.all(pending)).flatMap((batch) => [...batch]));
    for (const [index, one] of wanted.entries()) {
      const there = found[index];
      if (there !== undefined && !(there instanceof Promise)) gathered.set(keyOf(one), there);
    }
    return gathered;
  }

  async #note(keys: readonly string[], pending: Promise<Batch>): Promise<Batch> {
    for (const key of keys) this.#underWay.set(key, pending);
    try {
      return await pending;
    } finally {
      for (const key of keys) if (this.#underWay.get(key) === pending) this.#underWay.delete(key);
    }
  }
}

/** An object that stands in no block is read at the pin. */
function keyOf({ event, pin }: WantedResult): string {
  return event.block === null ? `${event.id} ${pin.hash}` : event.id;
}

/** A team, as far as one person uses it. */
function payerOf({ teamId, personId }: KnownKey): string {
  return `${teamId} ${personId}`;
}

function ofPayer(one: WantedResult): string {
  return `${payerOf(one.key)} ${keyOf(one)}`;
}

/** Streams stand at the same pins, except for the moment in which a tip moves. */
function cutToGroups(wanted: readonly WantedResult[], size: number): Group[] {
  const ofPins = [...Map.groupBy(wanted, ({ pins }) => pins).values()];
  return ofPins.flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size)),
  ) as unknown as Group[];
}
