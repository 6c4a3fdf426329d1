export interface PaceLimits {
  /** Runs per second in the long run. */
  perSecond: number;
  /** Runs that may follow each other at once after a quiet time. */
  burst: number;
}

/** Pace of looking at what a bell rings for. The last of many bells costs at most 50 ms more than the first. */
export const HINTS: PaceLimits = { perSecond: 20, burst: 10 };

/**
 * Bounds the work that hints cause. Whoever may publish on a subject can ring as often as it likes; the action runs at once
 * after a quiet time, and at most so often per second in a flood. Rings in between cause one run together, and the last ring
 * is always followed by a run.
 */
export class Pace {
  readonly #action: () => void;
  readonly #intervalMs: number;
  readonly #burstMs: number;
  /** Time at which the runs so far are paid for at the long-run rate, in milliseconds of the steady clock. */
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

  /** The action runs no more. */
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
