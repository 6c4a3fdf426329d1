/** Counts the calls that a node answers, by method. */
export class CallCounter {
  readonly #counts = new Map<string, number>();

  add(method: string): void {
    this.#counts.set(method, this.count(method) + 1);
  }

  count(method: string): number {
    return this.#counts.get(method) ?? 0;
  }
}
