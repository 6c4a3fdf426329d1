/** Up to this many exports have more pages ahead; more of them keep two cores busy without. */
const FEW = 4;
/** Pages that are read or kept for each beside the one that is sent: of few exports, and of many. */
const PAGES_AHEAD = { few: 3, many: 1 };

/** The exports that are being read and sent, so that a portal that stops can end them. */
export class OpenExports {
  readonly #cuts = new Set<() => void>();
  #isClosed = false;

  /** How many pages an export may have ahead now. All together have one each, and a few more: that bounds the memory. */
  get pagesAhead(): number {
    return this.#cuts.size > FEW ? PAGES_AHEAD.many : PAGES_AHEAD.few;
  }

  /**
   * An export is about to be answered.
   * @param cut ends its connection
   * @returns to be called when it has ended; undefined: the portal stops, and the export may not begin
   */
  hold(cut: () => void): (() => void) | undefined {
    if (this.#isClosed) return undefined;
    this.#cuts.add(cut);
    return () => void this.#cuts.delete(cut);
  }

  /** Cuts all: each client goes on from its last cursor, at another portal. */
  close(): void {
    this.#isClosed = true;
    for (const cut of this.#cuts) cut();
  }
}
