import DataLoader from 'dataloader';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { Tip } from '#/pin/tip.ts';
import type { GroupSize } from './group-size.ts';
import type { ResultsOfSelection } from './kept-results.ts';
import type { PlacedEvent, StreamWalk } from './stream-walk.ts';
import { asWanted, type StreamedEvent, type WantedResult } from './streamed-event.ts';

/** Results by `keyOf`, of all events that were executed together. */
export type Batch = ReadonlyMap<string, StreamedEvent | Error>;

export interface SelectionOptions {
  execute: (wanted: readonly WantedResult[]) => Promise<Batch>;
  size: Pick<GroupSize, 'events' | 'isScarce'>;
  kept: ResultsOfSelection;
}

/** Results of events for one selection, for all streams that ask for it. */
export class SelectionResults {
  readonly #size: SelectionOptions['size'];
  readonly #kept: ResultsOfSelection;
  /** Lists that are asked for at the same moment are executed together. A promise for each event would take a seventh of the time. */
  readonly #loader: DataLoader<readonly WantedResult[], Batch>;
  /** By event, while it is executed. */
  readonly #underWay = new Map<string, Promise<Batch>>();
  /** By the list of events, while they are executed: streams that stand at the same place find the same list. */
  readonly #lists = new Map<readonly PlacedEvent<unknown>[], { pin: Tip; results: Promise<StreamedEvent[]> }>();

  constructor({ execute, size, kept }: SelectionOptions) {
    this.#size = size;
    this.#kept = kept;
    this.#loader = new DataLoader(
      async (lists) => {
        const batch = await execute(lists.flat());
        return lists.map(() => batch);
      },
      { cache: false, batchScheduleFn: (run) => setImmediate(run) },
    );
  }

  /** How many events a stream should ask for at a time. */
  get groupSize(): number {
    return this.#size.events;
  }

  /** True if a stream should hold one group at a time. */
  get isScarce(): boolean {
    return this.#size.isScarce;
  }

  /**
   * The results of events, in their order. A failed one is not kept.
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
    const known = this.#lists.get(events);
    if (known?.pin === pin) return known.results;
    const results = this.#load(events.map((event) => ({ event, cursor: walk.write(event.position), pins, pin, key })));
    this.#lists.set(events, { pin, results });
    try {
      return await results;
    } finally {
      if (this.#lists.get(events)?.results === results) this.#lists.delete(events);
    }
  }

  async #load(wanted: readonly WantedResult[]): Promise<StreamedEvent[]> {
    const found = wanted.map((one) => this.#kept.find(keyOf(one)) ?? this.#underWay.get(keyOf(one)));
    const missing = wanted.filter((_, index) => found[index] === undefined);
    const asked = missing.length === 0 ? undefined : this.#execute(missing);
    const batches = new Map<Promise<Batch>, Batch>();
    const waited = new Set(found.filter((one) => one instanceof Promise));
    if (asked !== undefined) waited.add(asked);
    await Promise.all(Array.from(waited, async (pending) => batches.set(pending, await pending)));
    return wanted.map((one, index) => {
      const there = found[index] ?? asked;
      const result = there instanceof Promise ? batches.get(there)?.get(keyOf(one)) : there;
      if (result === undefined || result instanceof Error) throw result ?? new Error('no result');
      return asWanted(result, one);
    });
  }

  /** Executes events, for all who ask for one of them meanwhile. */
  async #execute(missing: readonly WantedResult[]): Promise<Batch> {
    const keys = missing.map(keyOf);
    const pending = this.#loader.load(missing);
    for (const key of keys) this.#underWay.set(key, pending);
    try {
      const batch = await pending;
      for (const key of keys) {
        const result = batch.get(key);
        if (result !== undefined && !(result instanceof Error)) this.#kept.keep(key, result);
      }
      return batch;
    } finally {
      for (const key of keys) if (this.#underWay.get(key) === pending) this.#underWay.delete(key);
    }
  }
}

/** An object that stands in no block is read at the pin. */
export function keyOf({ event, pin }: WantedResult): string {
  return event.block === null ? `${event.id} ${pin.hash}` : event.id;
}
