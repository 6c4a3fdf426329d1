import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { MadeEvent } from '#/events/event-fields.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import { WritingTurns } from '#/execution/writing-turns.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { Tip } from '#/pin/tip.ts';
import { type ChainReader, PinsLost } from './chain-reader.ts';
import type { PlacedEvent, StreamWalk } from './stream-walk.ts';
import { asWanted, type StreamedEvent, toEvent, type WantedResult } from './streamed-event.ts';

/** Events of a group: so many, or as many as have results of this size. */
const GROUP_MAX = 200;
const GROUP_BYTES = 256 * 1024;
/** Before it is known how large the results are. */
const GROUP_FIRST = 10;
const SELECTIONS_MAX = 2_000;
/** This is more than a group: streams that follow each other share it. */
const RESULTS_MAX = 300;

export interface EventResultsOptions {
  graphs: Pick<CurrentGraph, 'run'>;
  reader: ChainReader;
}

/** Results by `keyOf`, of all events that were executed together. */
type Batch = ReadonlyMap<string, StreamedEvent | Error>;
type Execute = (wanted: readonly WantedResult[]) => Promise<Batch>;

/**
 * Results of events as JSON text. Equal events of equal selections are executed once, whatever the number of streams; events that are asked
 * for at the same moment are executed together.
 */
export class EventResults {
  readonly #options: EventResultsOptions;
  readonly #selections = new LRUCache<string, SelectionResults>({ max: SELECTIONS_MAX });

  constructor(options: EventResultsOptions) {
    this.#options = options;
  }

  /** @param resultKey equal for subscriptions with equal selections, as `EventGraph.open` gives it */
  of(asked: AskedSubscription, resultKey: string, environment: EnvironmentName): SelectionResults {
    const key = `${environment} ${resultKey}`;
    const known = this.#selections.get(key);
    if (known !== undefined) return known;
    const results = new SelectionResults((wanted) => this.#execute(asked, wanted, environment));
    this.#selections.set(key, results);
    return results;
  }

  /** Streams stand at the same pins but for the moment in which a tip moves. */
  async #execute(
    asked: AskedSubscription,
    wanted: readonly WantedResult[],
    environment: EnvironmentName,
  ): Promise<Batch> {
    const batch = new Map<string, StreamedEvent | Error>();
    const execute = async (pins: readonly Tip[], group: readonly WantedResult[]): Promise<void> => {
      const results = await this.#executeAt(asked, group, pins, environment).catch((error: unknown) => error as Error);
      for (const [index, one] of group.entries()) {
        batch.set(keyOf(one), Array.isArray(results) ? (results[index] as StreamedEvent | Error) : results);
      }
    };
    const byPins = Array.from(Map.groupBy(wanted, ({ pins }) => pins));
    await Promise.all(byPins.flatMap(([pins, all]) => cutToGroups(all).map((group) => execute(pins, group))));
    return batch;
  }

  async #executeAt(
    asked: AskedSubscription,
    wanted: readonly WantedResult[],
    pins: readonly Tip[],
    environment: EnvironmentName,
  ): Promise<(StreamedEvent | Error)[]> {
    const context = this.#options.reader.context(pins, environment);
    const events: MadeEvent[] = wanted.map(({ event, cursor }) => ({
      id: event.id,
      value: { ...event.value, cursor },
    }));
    const results = await this.#options.graphs.run((graph) => graph.events.execute(asked, events, context));
    if (context.read.lost.size > 0) throw new PinsLost([...context.read.lost]);
    const turns = new WritingTurns();
    const made: (StreamedEvent | Error)[] = [];
    for (const [index, result] of results.entries()) {
      const event = toEvent(result, wanted[index] as WantedResult, context.read.poolMarks);
      made.push(event);
      const turn = isEvent(event) ? turns.note(event.frame.length) : undefined;
      if (turn !== undefined) await turn;
    }
    return made;
  }
}

/** Results of events for one selection, for all streams that ask for it. */
export class SelectionResults {
  /** Lists that are asked for at the same moment are executed together. A promise for each event would take a seventh of the time. */
  readonly #loader: DataLoader<readonly WantedResult[], Batch>;
  /** By event. The oldest goes first, whatever is asked for, so that a batch goes whole. */
  readonly #recent = new LRUCache<string, Promise<Batch>>({ max: RESULTS_MAX });
  /** By the list of events: streams that stand at the same place find the same list. */
  readonly #lists = new WeakMap<readonly PlacedEvent<unknown>[], { pin: Tip; results: Promise<StreamedEvent[]> }>();

  #groupSize = GROUP_FIRST;

  constructor(execute: Execute) {
    this.#loader = new DataLoader(
      async (lists) => {
        const batch = await execute(lists.flat());
        return lists.map(() => batch);
      },
      { cache: false, batchScheduleFn: (run) => setImmediate(run) },
    );
  }

  /** How many events a stream should ask for at a time, as large as the last results were. */
  get groupSize(): number {
    return this.#groupSize;
  }

  /**
   * The results of events, in their order. A failed one is not kept.
   * @param pins at which the events were found
   * @param pin of their chain
   * @throws PinsLost; EventsUnavailable
   */
  load<Position>(
    events: readonly PlacedEvent<Position>[],
    pins: readonly Tip[],
    pin: Tip,
    walk: Pick<StreamWalk<Position>, 'write'>,
  ): Promise<StreamedEvent[]> {
    const known = this.#lists.get(events);
    if (known?.pin === pin) return known.results;
    const results = this.#load(events.map((event) => ({ event, cursor: walk.write(event.position), pins, pin })));
    this.#lists.set(events, { pin, results });
    results.then((loaded) => this.#measure(loaded)).catch(() => this.#lists.delete(events));
    return results;
  }

  #measure(results: readonly StreamedEvent[]): void {
    if (results.length === 0) return;
    const bytes = results.reduce((sum, { frame }) => sum + frame.length, 0);
    this.#groupSize = Math.max(1, Math.min(GROUP_MAX, Math.floor((GROUP_BYTES * results.length) / bytes)));
  }

  async #load(wanted: readonly WantedResult[]): Promise<StreamedEvent[]> {
    const recent = wanted.map((one) => this.#recent.peek(keyOf(one)));
    const missing = wanted.filter((_, index) => recent[index] === undefined);
    const asked = missing.length === 0 ? undefined : this.#loader.load(missing);
    if (asked !== undefined) for (const one of missing) this.#recent.set(keyOf(one), asked);
    const batches = new Map<Promise<Batch> | undefined, Batch | undefined>();
    for (const pending of new Set(recent)) batches.set(pending, await (pending ?? asked));
    const results = wanted.map((one, index) => batches.get(recent[index])?.get(keyOf(one)));
    const failures = wanted.filter((_, index) => !isEvent(results[index]));
    for (const one of failures) this.#recent.delete(keyOf(one));
    if (failures.length > 0) throw results.find((result) => result instanceof Error) ?? new Error('no result');
    return wanted.map((one, index) => asWanted(results[index] as StreamedEvent, one));
  }
}

function isEvent(result: StreamedEvent | Error | undefined): result is StreamedEvent {
  return result !== undefined && !(result instanceof Error);
}

/** An object that stands in no block is read at the pin. */
function keyOf({ event, pin }: WantedResult): string {
  return event.block === null ? `${event.id} ${pin.hash}` : event.id;
}

function cutToGroups(wanted: readonly WantedResult[]): (readonly WantedResult[])[] {
  if (wanted.length <= GROUP_MAX) return [wanted];
  return Array.from({ length: Math.ceil(wanted.length / GROUP_MAX) }, (_, index) =>
    wanted.slice(index * GROUP_MAX, (index + 1) * GROUP_MAX),
  );
}
