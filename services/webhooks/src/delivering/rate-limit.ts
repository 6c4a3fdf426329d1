import { pause } from '#/bell.ts';

/** So many passes per second, and as many at once after a pause. */
export class RateLimit {
  readonly #perSecond: () => number | null;
  #left = 1;
  #at = performance.now();

  /** @param perSecond null: not limited */
  constructor(perSecond: () => number | null) {
    this.#perSecond = perSecond;
  }

  async pass(signal: AbortSignal): Promise<void> {
    for (;;) {
      const perSecond = this.#perSecond();
      if (perSecond === null || signal.aborted) return;
      const now = performance.now();
      this.#left = Math.min(perSecond, this.#left + ((now - this.#at) / 1_000) * perSecond);
      this.#at = now;
      if (this.#left >= 1) {
        this.#left -= 1;
        return;
      }
      await pause(((1 - this.#left) / perSecond) * 1_000 + 1, signal);
    }
  }
}
