import type { Mempool } from './mempool.ts';

/** Part of an interval in which upcoming transactions enter: the last of them are pending for a while too. */
const FEEDING_SHARE = 0.8;
/** Every this many of them enters as soon as the tip has moved. */
const AT_ONCE = 3;

/**
 * Lets the transactions of the next blocks enter the pool between two steps of the tip: a third at once, the others evenly over the interval.
 * The same recording and interval always make the same plan.
 */
export class PoolFeeder {
  readonly #mempool: Mempool;
  readonly #intervalMs: () => number;
  #timer: NodeJS.Timeout | undefined;

  /** @param intervalMs time until the next step of the tip */
  constructor(mempool: Mempool, intervalMs: () => number) {
    this.#mempool = mempool;
    this.#intervalMs = intervalMs;
  }

  /** Starts again: the tip has moved. */
  restart(): void {
    clearTimeout(this.#timer);
    const total = this.#mempool.countUpcoming();
    const atOnce = Math.ceil(total / AT_ONCE);
    this.#mempool.enterUpcoming(atOnce);
    this.#feedLater(1, total - atOnce);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #feedLater(turn: number, turns: number): void {
    if (turn > turns) return;
    this.#timer = setTimeout(
      () => {
        this.#mempool.setFraction((FEEDING_SHARE * turn) / turns);
        this.#mempool.enterUpcoming(1);
        this.#feedLater(turn + 1, turns);
      },
      (this.#intervalMs() * FEEDING_SHARE) / turns,
    );
  }
}
