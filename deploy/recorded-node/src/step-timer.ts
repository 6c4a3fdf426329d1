export class StepTimer {
  readonly #step: () => Promise<unknown>;
  readonly #intervalMs: () => number;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(step: () => Promise<unknown>, intervalMs: () => number) {
    this.#step = step;
    this.#intervalMs = intervalMs;
    this.#wait();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      // A failed step ends the process, as any unhandled error does.
      void this.#step();
      if (!this.#isStopped) this.#wait();
    }, this.#intervalMs());
  }
}
