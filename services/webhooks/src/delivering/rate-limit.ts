import { pause } from '@ledgergraph/service-kit/bell';

export class RateLimit {
  readonly #perSecond: () => number | null;
  #left = 1;
  #at = performance.now();

  /** @param perSecond null: not limited */
  constructor(perSecond: () => number | null) {
    this.#perSecond = perSecond;
  }

  /** Takes passes that were used elsewhere, such as for test events. */
  spend(passes: number): void {
    const perSecond = this.#perSecond();
    if (perSecond === null) return;
    this.#refill(perSecond);
    this.#left -= passes;
  }

  async pass(signal: AbortSignal): Promise<void> {
    for (;;) {
      const perSecond = this.#perSecond();
      if (perSecond === null || signal.aborted) return;
      this.#refill(perSecond);
      if (this.#left >= 1) {
        this.#left -= 1;
        return;
      }
      await pause(((1 - this.#left) / perSecond) * 1_000 + 1, signal);
    }
  }

  #refill(perSecond: number): void {
    const now = performance.now();
    this.#left = Math.min(perSecond, this.#left + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
  }
}
