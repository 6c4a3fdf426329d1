/** Exports that share the parts below; for more of them two cores have enough to do anyway. */
const FEW = 4;
/** Parts that are read or kept for each beside the one that is sent: of few exports, and of many. */
const PARTS_AHEAD = { few: 3, many: 1 };

/** The exports that are being sent, so that a gateway that stops can end them. */
export class OpenExports {
  readonly #cuts = new Set<() => void>();
  #running = 0;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** How many parts an export may have ahead now. All together have as many as they are, and a few more: that bounds the memory. */
  get partsAhead(): number {
    return this.#running > FEW ? PARTS_AHEAD.many : PARTS_AHEAD.few;
  }

  /** An export is about to read. @returns to be called when it has ended */
  enter(): () => void {
    this.#running += 1;
    return () => {
      this.#running -= 1;
    };
  }

  /** @param cut ends the connection of an export @returns to be called when the export has ended */
  hold(cut: () => void): () => void {
    this.#cuts.add(cut);
    return () => void this.#cuts.delete(cut);
  }

  /** Cuts all: each client goes on from its last cursor, at another gateway. */
  close(): void {
    this.#isClosed = true;
    for (const cut of this.#cuts) cut();
  }
}
