import type { Mempool } from './mempool.ts';

/** Part of an interval for entries, so that the last of them are pending for a while too. */
const FEEDING_SHARE = 0.8;
const AT_ONCE = 3;

/** The others enter evenly over the interval. The same recording and interval always make the same plan. */
export class PoolFeeder {
  readonly #mempool: Mempool;
  readonly #intervalMs: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(mempool: Mempool, intervalMs: () => number) {
    this.#mempool = mempool;
    this.#intervalMs = intervalMs;
  }

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
