/**
 * Pace of a node that works on one block after another, for any number of callers: a request meanwhile waits in line.
 * Idle time is not saved up. It only returns how long to wait, and takes no time of the CPU itself.
 */
export class NodePace {
  readonly #msPerBlock: number;
  readonly #now: () => number;
  #freeAt = 0;

  /** @param now in milliseconds, from any beginning */
  constructor(blocksPerSecond: number, now: () => number = () => performance.now()) {
    this.#msPerBlock = 1000 / blocksPerSecond;
    this.#now = now;
  }

  /** Takes more blocks into the line. */
  work(blocks: number): void {
    this.#freeAt = Math.max(this.#freeAt, this.#now()) + blocks * this.#msPerBlock;
  }

  /** Milliseconds until all that was taken is done; 0 or less when it is. */
  msLeft(): number {
    return this.#freeAt - this.#now();
  }
}
