import type { OperationCost } from '#/operation/graph-context.ts';

const EVENTS_MAX = 200;
/** Before size and time of results are known. */
const EVENTS_FIRST = 10;
/** For a group's results, unless one alone is larger. */
const BYTES_AIMED = 256 * 1024;

/**
 * Events that are executed together cost no more than one operation may. The number doubles until a group fails, then begins small again
 * and grows slowly.
 */
export class GroupSize {
  readonly #max: number;
  readonly #cost: number;
  readonly #free: () => number;
  #events: number;
  #bytesOfEvent = 1;
  #hasFailed = false;

  /** @param cost for one event @param free part of the memory for results that is free: less makes groups smaller */
  constructor(cost: OperationCost | undefined, free: () => number = () => 1) {
    this.#free = free;
    const byCost = cost === undefined ? EVENTS_MAX : cost.max / Math.max(cost.estimated, 1);
    this.#cost = cost?.estimated ?? 1;
    this.#max = inBounds(byCost, EVENTS_MAX);
    this.#events = Math.min(EVENTS_FIRST, this.#max);
  }

  costOf(events: number): number {
    return this.#cost * events;
  }

  get events(): number {
    return inBounds(Math.min(this.#events, (BYTES_AIMED * this.#free()) / this.#bytesOfEvent), this.#max);
  }

  /** A stream should hold one group at a time. */
  get isScarce(): boolean {
    return this.#free() < 1 / 2;
  }

  grow(events: number, bytes: number): void {
    const tried = this.#hasFailed ? events + Math.ceil(events / 8) : 2 * events;
    this.#bytesOfEvent = bytes / events;
    this.#events = inBounds(Math.min(Math.max(this.#events, tried), BYTES_AIMED / this.#bytesOfEvent), this.#max);
  }

  shrink(events: number): void {
    this.#hasFailed = true;
    this.#events = inBounds(Math.min(this.#events, events / 2), this.#max);
  }
}

function inBounds(events: number, max: number): number {
  return Math.max(1, Math.min(max, Math.floor(events)));
}
