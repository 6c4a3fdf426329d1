/** Counts what each of many holds at a time. Room is taken before anything is waited for, and given back exactly once. */
export class Rooms {
  readonly #taken = new Map<string, number>();

  /** Takes room where fewer than `max` are taken. @returns gives it back, the first time it is called; undefined: there is none */
  take(id: string, max: number): (() => void) | undefined {
    const taken = this.#taken.get(id) ?? 0;
    if (taken >= max) return undefined;
    this.#taken.set(id, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(id) ?? 1) - 1;
      if (left === 0) this.#taken.delete(id);
      else this.#taken.set(id, left);
    };
  }
}
