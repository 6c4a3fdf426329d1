export interface PaceLimits {
  perSecond: number;
  burst: number;
}

/** The last of many bells costs at most 50 ms more than the first. */
export const HINTS: PaceLimits = { perSecond: 20, burst: 10 };

/**
 * Bounds the work that hints cause, since a publisher can ring as often as it likes. Rings in between cause one run together, and a run
 * always follows the last ring.
 */
export class Pace {
  readonly #action: () => void;
  readonly #intervalMs: number;
  readonly #burstMs: number;
  /** The runs so far are paid for, at the long-run rate, at this time in milliseconds of the steady clock. */
  #paidAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param action must not throw */
  constructor(action: () => void, { perSecond, burst }: PaceLimits) {
    this.#action = action;
    this.#intervalMs = 1_000 / perSecond;
    this.#burstMs = (burst - 1) * this.#intervalMs;
  }

  ring(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    const waitMs = this.#paidAt - this.#burstMs - performance.now();
    if (waitMs <= 0) this.#run();
    else this.#timer = setTimeout(() => this.#run(), Math.ceil(waitMs)).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#timer = undefined;
    this.#paidAt = Math.max(this.#paidAt, performance.now()) + this.#intervalMs;
    this.#action();
  }
}
