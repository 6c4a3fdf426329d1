/** This many exports have more pages ahead; more of them keep two cores busy anyway. */
const FEW = 4;
/** Pages of each export beside the one that is sent. */
const PAGES_AHEAD = { few: 3, many: 1 };

export class OpenExports {
  readonly #cuts = new Set<() => void>();
  #isClosed = false;

  /** Bounds memory: each has one page, and all together a few more. */
  get pagesAhead(): number {
    return this.#cuts.size > FEW ? PAGES_AHEAD.many : PAGES_AHEAD.few;
  }

  /** @param cut ends its connection @returns to be called at its end; undefined while the portal stops */
  hold(cut: () => void): (() => void) | undefined {
    if (this.#isClosed) return undefined;
    this.#cuts.add(cut);
    return () => void this.#cuts.delete(cut);
  }

  /** Each client goes on from its last cursor at another portal. */
  close(): void {
    this.#isClosed = true;
    for (const cut of this.#cuts) cut();
  }
}
