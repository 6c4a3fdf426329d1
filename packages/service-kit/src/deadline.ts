/** The longest time that setTimeout supports. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Over when the time is up, or when the client leaves. */
export class Deadline {
  readonly #endsAt: number;
  readonly #whenOver = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms;
  }

  get isOver(): boolean {
    return this.#isEnded || performance.now() >= this.#endsAt;
  }

  leftMs(): number {
    return this.isOver ? 0 : Math.ceil(this.#endsAt - performance.now());
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    for (const callback of this.#whenOver) callback();
    this.#whenOver.clear();
  }

  /** Calls back at once if it is over. @returns removes the callback */
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
