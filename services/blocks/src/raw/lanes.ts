/** Runs tasks in a few lanes: in each, a task begins when the one before it has ended. */
export class Lanes {
  readonly #ends: Promise<unknown>[];
  #next = 0;

  constructor(lanes: number) {
    this.#ends = Array.from({ length: lanes }, () => Promise.resolve());
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const lane = this.#next % this.#ends.length;
    this.#next += 1;
    const result = (this.#ends[lane] ?? Promise.resolve()).then(task);
    // A task that fails does not hold up the next one.
    this.#ends[lane] = result.catch(() => undefined);
    return result;
  }
}
