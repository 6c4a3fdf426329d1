/** The exports that are being sent, so that a gateway that stops can end them. */
export class OpenExports {
  readonly #cuts = new Set<() => void>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
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
