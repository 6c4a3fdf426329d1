import { hash as hashText } from 'node:crypto';
import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { OUR_FAULTS } from '#/errors/error-codes.ts';
import { formatError } from '#/errors/format-error.ts';
import { EventsUnavailable } from '#/events/change-reader.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import type { LiveEvent } from '#/events/event-schema.ts';
import { renderResult } from '#/execution/write-data.ts';
import type { LiveGraph } from '#/federation/live-graph.ts';
import type { ExecutionResult } from '#/operation/graph-context.ts';
import { addPoolMarks, listPoolMarks, type PoolMark } from '#/pin/pool-marks.ts';
import { namePin, type Tip } from '#/pin/tip.ts';
import { type ChainReader, PinsLost } from './chain-reader.ts';
import type { PlacedEvent, StreamWalk } from './stream-walk.ts';

/** Events of a group: so many, or as many as have results of this size. */
const GROUP_MAX = 200;
const GROUP_BYTES = 256 * 1024;
/** Before it is known how large the results are. */
const GROUP_FIRST = 10;
const SELECTIONS_MAX = 2_000;
/** This is more than a group: streams that follow each other share it. */
const RESULTS_MAX = 300;

/** An event as one subscription asks for it, at the pins at which it was found. */
interface WantedResult {
  event: PlacedEvent<unknown>;
  cursor: string;
  pins: readonly Tip[];
  pin: Tip;
}

export interface EventResultsOptions {
  live: Pick<LiveGraph, 'run'>;
  reader: ChainReader;
}

type ResultLoader = DataLoader<WantedResult, StreamedEvent, string>;

/** One event on its way to clients. */
export interface StreamedEvent {
  /** The GraphQL result as JSON. */
  text: string;
  cursor: string;
  /** The same as a message of Server-Sent Events: made once for all clients. */
  frame: Buffer;
}

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
    const loader: ResultLoader = new DataLoader((wanted) => this.#execute(asked, wanted, environment), {
      maxBatchSize: GROUP_MAX,
      batchScheduleFn: (run) => setImmediate(run),
      // An object that stands in no block is read at the pin.
      cacheKeyFn: ({ event, pin }) => (event.block === null ? `${event.id} ${pin.hash}` : event.id),
      cacheMap: new LRUCache<string, Promise<StreamedEvent>>({ max: RESULTS_MAX }),
    });
    const results = new SelectionResults(loader);
    this.#selections.set(key, results);
    return results;
  }

  /** Streams stand at the same pins but for the moment in which a tip moves. */
  async #execute(
    asked: AskedSubscription,
    wanted: readonly WantedResult[],
    environment: EnvironmentName,
  ): Promise<(StreamedEvent | Error)[]> {
    const byPins = Map.groupBy(wanted, ({ pins }) => pins);
    const results = new Map<WantedResult, StreamedEvent | Error>();
    for (const [pins, group] of byPins) {
      const texts = await this.#executeAt(asked, group, pins, environment).catch((error: unknown) =>
        group.map(() => error as Error),
      );
      for (const [index, one] of group.entries()) results.set(one, texts[index] as StreamedEvent | Error);
    }
    return wanted.map((one) => results.get(one) ?? new Error('an event without a result'));
  }

  async #executeAt(
    asked: AskedSubscription,
    wanted: readonly WantedResult[],
    pins: readonly Tip[],
    environment: EnvironmentName,
  ): Promise<(StreamedEvent | Error)[]> {
    const context = this.#options.reader.context(pins, environment);
    const events: LiveEvent[] = wanted.map(({ event, cursor }) => ({
      id: event.id,
      value: { ...event.value, cursor },
    }));
    const results = await this.#options.live.run((graph) => graph.events.execute(asked, events, context));
    if (context.read.lost.size > 0) throw new PinsLost([...context.read.lost]);
    return results.map((result, index) => toEvent(result, wanted[index] as WantedResult, context.read.poolMarks));
  }
}

/** Results of events for one selection, for all streams that ask for it. */
export class SelectionResults {
  readonly #loader: ResultLoader;
  /** By the list of events: streams that stand at the same place find the same list. */
  readonly #lists = new WeakMap<readonly PlacedEvent<unknown>[], { pin: Tip; results: Promise<StreamedEvent[]> }>();

  #groupSize = GROUP_FIRST;

  constructor(loader: ResultLoader) {
    this.#loader = loader;
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
  load<Place>(
    events: readonly PlacedEvent<Place>[],
    pins: readonly Tip[],
    pin: Tip,
    walk: Pick<StreamWalk<Place>, 'write'>,
  ): Promise<StreamedEvent[]> {
    const known = this.#lists.get(events);
    if (known?.pin === pin) return known.results;
    const results = Promise.all(
      events.map((event) => this.#loadOne({ event, cursor: walk.write(event.position), pins, pin })),
    );
    this.#lists.set(events, { pin, results });
    results.then((loaded) => this.#measure(loaded)).catch(() => this.#lists.delete(events));
    return results;
  }

  #measure(results: readonly StreamedEvent[]): void {
    if (results.length === 0) return;
    const bytes = results.reduce((sum, { frame }) => sum + frame.length, 0);
    this.#groupSize = Math.max(1, Math.min(GROUP_MAX, Math.floor((GROUP_BYTES * results.length) / bytes)));
  }

  async #loadOne(wanted: WantedResult): Promise<StreamedEvent> {
    try {
      return asWanted(await this.#loader.load(wanted), wanted);
    } catch (error) {
      this.#loader.clear(wanted);
      throw error;
    }
  }
}

/** A result in which something failed by our fault is no result: the same event may have a whole one later. */
function toEvent(
  { data, errors }: ExecutionResult,
  { event, pin, cursor }: WantedResult,
  read: ReadonlyMap<string, PoolMark>,
): StreamedEvent | Error {
  const told = errors?.map((error) => formatError(error.toJSON(), error));
  const fault = told?.find(({ extensions }) => OUR_FAULTS.has(extensions?.code));
  if (fault !== undefined) return new EventsUnavailable(fault.message);
  const { height, hash } = event.block ?? pin;
  const chain = [namePin({ ...pin, height, hash })];
  const marks = new Map(read);
  addPoolMarks(marks, event.marks ?? []);
  const pending = marks.size === 0 ? {} : { pending: listPoolMarks(marks) };
  const extensions = { chain, ...pending, event: { id: nameEvent(event.id), type: event.value.__typename } };
  const text = renderResult({ ...(told !== undefined && { errors: told }), data, extensions }).trimEnd();
  return toMessage(text, cursor);
}

function toMessage(text: string, cursor: string): StreamedEvent {
  return { text, cursor, frame: Buffer.from(`id: ${cursor}\nevent: next\ndata: ${text}\n\n`) };
}

/** Streams share a result, also where they stand at different places of what they begin with. */
function asWanted(result: StreamedEvent, { cursor, event: { snapshot } }: WantedResult): StreamedEvent {
  if (snapshot === undefined) return result.cursor === cursor ? result : toMessage(result.text, cursor);
  // The text ends with the braces of the event, of the extensions and of the result.
  return toMessage(`${result.text.slice(0, -3)},"snapshot":${JSON.stringify(snapshot)}}}}`, cursor);
}

/** The same for everybody at any time, so that a receiver can drop what it has received before. */
function nameEvent(id: string): string {
  return hashText('sha256', id, 'base64url').slice(0, 22);
}
