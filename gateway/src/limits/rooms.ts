import type { Counters } from './counters.ts';

/** Counts what each of many holds at a time, over all workers. Room is taken before anything is waited for, and given back exactly once. */
export class Rooms {
  readonly #name: string;
  readonly #counters: Counters;

  /** @param name of what is held: rooms of the same name are counted together */
  constructor(name: string, counters: Counters) {
    this.#name = name;
    this.#counters = counters;
  }

  /** Takes room where fewer than `max` are taken. @returns gives it back, the first time it is called; undefined: there is none */
  take(id: string, max: number): (() => void) | undefined {
    const row = `${this.#name} ${id}`;
    const { rooms, member } = this.#counters;
    const hasRoom = rooms.alone(() => {
      const at = rooms.find(row);
      if ((at === undefined ? 0 : this.#counters.sum(rooms, at)) >= max) return false;
      const opened = at ?? rooms.open(row);
      if (opened === undefined) return false;
      (rooms.numbers[opened + member] as number) += 1;
      return true;
    });
    if (!hasRoom) return undefined;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      rooms.alone(() => this.#giveBack(row));
    };
  }

  #giveBack(row: string): void {
    const { rooms, member } = this.#counters;
    const at = rooms.find(row);
    if (at === undefined) return;
    (rooms.numbers[at + member] as number) -= 1;
    if (this.#counters.sum(rooms, at) === 0) rooms.remove(row);
  }
}
