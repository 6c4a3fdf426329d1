import type { OperationCost } from '#/operation/graph-context.ts';

/** Events of a group at most. */
const EVENTS_MAX = 200;
/** Before it is known how large the results are, and how long they take. */
const EVENTS_FIRST = 10;
/** Results of a group are about as large as this, or there is one. */
const BYTES_AIMED = 256 * 1024;

/**
 * How many events of one selection are executed together. They cost no more than one operation may. The number doubles until a group fails.
 * Then it begins small again, and grows slowly: what was too much at once is not asked for again as it was.
 */
export class GroupSize {
  readonly #max: number;
  readonly #cost: number;
  readonly #free: () => number;
  #events: number;
  #bytesOfEvent = 1;
  #hasFailed = false;

  /**
   * @param cost of the selection for one event
   * @param free part of the memory for results that is free now: groups are the smaller the less there is
   */
  constructor(cost: OperationCost | undefined, free: () => number = () => 1) {
    this.#free = free;
    const byCost = cost === undefined ? EVENTS_MAX : cost.max / Math.max(cost.estimated, 1);
    this.#cost = cost?.estimated ?? 1;
    this.#max = inBounds(byCost, EVENTS_MAX);
    this.#events = Math.min(EVENTS_FIRST, this.#max);
  }

  /** Estimated cost of so many events. */
  costOf(events: number): number {
    return this.#cost * events;
  }

  get events(): number {
    return inBounds(Math.min(this.#events, (BYTES_AIMED * this.#free()) / this.#bytesOfEvent), this.#max);
  }

  /** True if a stream should hold one group at a time. */
  get isScarce(): boolean {
    return this.#free() < 1 / 2;
  }

  /** The results of some events have come. */
  grow(events: number, bytes: number): void {
    const tried = this.#hasFailed ? events + Math.ceil(events / 8) : 2 * events;
    this.#bytesOfEvent = bytes / events;
    this.#events = inBounds(Math.min(Math.max(this.#events, tried), BYTES_AIMED / this.#bytesOfEvent), this.#max);
  }

  /** Some events had no results together. */
  shrink(events: number): void {
    this.#hasFailed = true;
    this.#events = inBounds(Math.min(this.#events, events / 2), this.#max);
  }
}

function inBounds(events: number, max: number): number {
  return Math.max(1, Math.min(max, Math.floor(events)));
}
