import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { LRUCache } from 'lru-cache';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { MadeEvent } from '#/events/event-fields.ts';
import type { AskedSubscription, EventGraph, OpenedSubscription } from '#/events/event-graph.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import { WritingTurns } from '#/execution/writing-turns.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { PlanningTime } from '#/limits/planning-time.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { type ExecutionResult, endRead, type GraphContext } from '#/operation/graph-context.ts';
import { type ChainReader, PinsLost } from './chain-reader.ts';
import { GroupSize } from './group-size.ts';
import { BUSY, type Group, SelectionResults } from './selection-results.ts';
import { type StreamedEvent, toEvent, type WantedResult } from './streamed-event.ts';

/** Beside its texts. */
const SELECTION_BYTES = 2_048;

export interface EventResultsOptions {
  graphs: Pick<CurrentGraph, 'run'>;
  reader: ChainReader;
  /** Absent: unbounded. */
  work?: Pick<WorkUnderWay, 'enter'> | undefined;
  /** Results that all streams hold; absent: unbounded. */
  fill?: { readonly free: number; noteMade(bytes: number): void } | undefined;
  /** Teams pay for a subscription that has to be planned again; absent: none pays. */
  planning?: Pick<PlanningTime, 'take'> | undefined;
}

interface Selection {
  asked: AskedSubscription;
  environment: EnvironmentName;
  size: GroupSize;
}

/** As JSON text. Equal events of equal selections are executed once, whatever the number of streams. */
export class EventResults {
  readonly #options: EventResultsOptions;
  readonly #kept = createKeptResults();
  #selectionsMade = 0;
  readonly #selections = new LRUCache<string, SelectionResults>({
    maxSize: MEMORY_BOUNDS.selections,
    // The key's text, and the subscription made of it.
    sizeCalculation: (_, key) => 2 * BYTES_PER_CHARACTER * key.length + SELECTION_BYTES,
  });

  constructor(options: EventResultsOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  of(
    asked: AskedSubscription,
    { resultKey, cost }: Pick<OpenedSubscription, 'resultKey' | 'cost'>,
    environment: EnvironmentName,
  ): SelectionResults {
    const key = `${environment} ${resultKey}`;
    const known = this.#selections.get(key);
    if (known !== undefined) return known;
    const { fill, work } = this.#options;
    this.#selectionsMade += 1;
    const selection = this.#selectionsMade;
    const size = new GroupSize(cost, fill && (() => fill.free));
    const results = new SelectionResults({
      enter: (payer, events) => work?.enter(payer, size.costOf(events)) ?? (() => {}),
      execute: (group) => this.#execute({ asked, environment, size }, group),
      size,
      find: (event) => this.#kept.get(`${selection} ${event}`),
      keep: (event, result) => this.#kept.set(`${selection} ${event}`, result),
    });
    this.#selections.set(key, results);
    return results;
  }

  /** Adapts the size of the selection's later groups. */
  async #execute({ asked, environment, size }: Selection, group: Group): Promise<(StreamedEvent | Error)[]> {
    const [{ pins, key }] = group;
    const context = { ...this.#options.reader.context(pins, environment), key };
    try {
      const results = await this.#executeAt(asked, group, context);
      const failed = results.some((result) => result instanceof Error);
      const bytes = results.reduce((sum, result) => sum + (result instanceof Error ? 0 : result.frame.length), 0);
      this.#options.fill?.noteMade(bytes);
      if (failed) size.shrink(group.length);
      else size.grow(results.length, bytes);
      return group.map((_, index) => results[index] ?? TOO_LONG_TOGETHER);
    } catch (error) {
      if (!(error instanceof PinsLost)) size.shrink(group.length);
      return group.map(() => error as Error);
    } finally {
      // The answers' room counts for the results too, until the streams have them.
      setImmediate(() => endRead(context.read));
    }
  }

  /** Used where the plan was dropped meanwhile. @throws EventsUnavailable where the team has no time left */
  #payFor(
    graph: Pick<EventGraph, 'knows'>,
    asked: AskedSubscription,
    key: KnownKey | null,
  ): Pick<GraphContext, 'planning'> {
    const { planning } = this.#options;
    if (planning === undefined || key === null || graph.knows(asked)) return {};
    const account = planning.take(key, asked.query.length);
    if (!('charge' in account)) throw BUSY;
    return { planning: account };
  }

  /** @returns results of the first events, up to the length of a group. @throws PinsLost */
  async #executeAt(
    asked: AskedSubscription,
    wanted: readonly WantedResult[],
    context: GraphContext,
  ): Promise<(StreamedEvent | Error)[]> {
    const events: MadeEvent[] = wanted.map(({ event, cursor }) => ({
      id: event.id,
      value: { ...event.value, cursor },
    }));
    const results = await this.#options.graphs.run(({ events: graph }) =>
      graph.execute(asked, events, { ...context, ...this.#payFor(graph, asked, context.key) }),
    );
    if (context.read.lost.size > 0) throw new PinsLost([...context.read.lost]);
    // Alone, too long an event goes out with that error, which would repeat.
    if (wanted.length > 1 && results.some(lacksLongPart)) throw TOO_LONG_TOGETHER;
    const turns = new WritingTurns();
    const made: (StreamedEvent | Error)[] = [];
    for (const [index, result] of results.entries()) {
      const event = toEvent(result, wanted[index] as WantedResult, context.read.poolMarks);
      made.push(event);
      const turn = event instanceof Error ? undefined : turns.note(event.frame.length);
      if (turn !== undefined) await turn;
    }
    return made;
  }
}

/** By selection and event: streams that follow each other share them. */
export function createKeptResults(): LRUCache<string, StreamedEvent> {
  return new LRUCache({
    maxSize: MEMORY_BOUNDS.eventResults,
    sizeCalculation: ({ frame, cursor }, key) =>
      frame.length + BYTES_PER_CHARACTER * (cursor.length + key.length) + ENTRY_BYTES,
  });
}

/** Fewer events may have results. */
const TOO_LONG_TOGETHER = new EventsUnavailable('the results of these events are too long together');

/** A subgraph had more to answer than one may. */
function lacksLongPart({ data, errors = [] }: ExecutionResult): boolean {
  return data !== undefined && errors.some(({ extensions }) => extensions.code === 'ANSWER_TOO_LONG');
}
