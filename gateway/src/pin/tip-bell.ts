import type { Tip } from './tip.ts';

/** Calls listeners once for each change of the tips. */
export class TipBell {
  readonly #factOf: (tips: readonly Tip[]) => string;
  readonly #listeners = new Set<() => void>();
  #known = '';

  /** @param factOf differs whenever listeners are to be called */
  constructor(factOf: (tips: readonly Tip[]) => string) {
    this.#factOf = factOf;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners if these tips differ from the last ones. */
  update(tips: readonly Tip[]): void {
    if (this.#listeners.size === 0) return;
    const fact = this.#factOf(tips);
    if (fact === this.#known) return;
    this.#known = fact;
    for (const listener of this.#listeners) listener();
  }
}
