import type { Tip } from './tip.ts';

/** Calls listeners when something about the tips has changed, once for each change. */
export class TipBell {
  readonly #factOf: (tips: readonly Tip[]) => string;
  readonly #listeners = new Set<() => void>();
  /** The fact that listeners know. */
  #known = '';

  /** @param factOf a text that differs whenever listeners are to be called */
  constructor(factOf: (tips: readonly Tip[]) => string) {
    this.#factOf = factOf;
  }

  /** @returns stops the calls */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners if these tips, as they are now, differ from those that they know. */
  update(tips: readonly Tip[]): void {
    if (this.#listeners.size === 0) return;
    const fact = this.#factOf(tips);
    if (fact === this.#known) return;
    this.#known = fact;
    for (const listener of this.#listeners) listener();
  }
}
