/**
 * A node works on one block after another, for all callers, and saves up no idle time. It only returns how long to wait, without CPU
 * time.
 */
export class NodePace {
  readonly #msPerBlock: number;
  readonly #now: () => number;
  #freeAt = 0;

  /** @param now milliseconds from any beginning */
  constructor(blocksPerSecond: number, now: () => number = () => performance.now()) {
    this.#msPerBlock = 1000 / blocksPerSecond;
    this.#now = now;
  }

  work(blocks: number): void {
    this.#freeAt = Math.max(this.#freeAt, this.#now()) + blocks * this.#msPerBlock;
  }

  msLeft(): number {
    return this.#freeAt - this.#now();
  }
}
