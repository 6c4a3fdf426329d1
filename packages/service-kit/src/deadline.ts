/** The longest time that setTimeout supports. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Deadline of a request: it is over when the time is up, or when the client leaves. The work for the request checks it, or gets a call, and stops. */
export class Deadline {
  readonly #endsAt: number;
  readonly #whenOver = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  /** @param ms milliseconds from now */
  constructor(ms: number) {
    this.#endsAt = performance.now() + ms;
  }

  get isOver(): boolean {
    return this.#isEnded || performance.now() >= this.#endsAt;
  }

  /** Whole milliseconds; 0 when it is over. */
  leftMs(): number {
    return this.isOver ? 0 : Math.ceil(this.#endsAt - performance.now());
  }

  /** Ends the deadline early: the client has left. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    for (const callback of this.#whenOver) callback();
    this.#whenOver.clear();
  }

  /** Calls back once when it is over, at once if it is. @returns a function that removes the callback */
  onOver(callback: () => void): () => void {
    if (this.isOver) {
      callback();
      return () => {};
    }
    this.#whenOver.add(callback);
    this.#timer ??= setTimeout(() => this.end(), Math.min(this.leftMs(), TIMER_MS_MAX)).unref();
    return () => {
      this.#whenOver.delete(callback);
      if (this.#whenOver.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }
}
