import type { KnownKey } from '#/auth/key-answer.ts';
import type { Counters } from '#/limits/counters.ts';
import { Rooms } from '#/limits/rooms.ts';

/** Exports at a time. */
const EXPORTS: RoomSizes = { name: 'exports', perKey: 4, perTeam: 16, total: 64 };

/** How many may run at a time. */
export interface RoomSizes {
  /** Name of what is bounded: each has its own count. */
  readonly name: string;
  readonly perKey: number;
  /** The sum over the keys of a team, which may have many. */
  readonly perTeam: number;
  /** The sum over all keys, at one gateway. */
  readonly total: number;
}

/** Bounds the exports that run at a time, and what else a key has to wait for. */
export class ExportRooms {
  readonly #perKey: Rooms;
  readonly #perTeam: Rooms;
  readonly #all: Rooms;
  readonly #sizes: RoomSizes;

  constructor(counters: Counters, sizes = EXPORTS) {
    this.#sizes = sizes;
    this.#perKey = new Rooms(`${sizes.name} of key`, counters);
    this.#perTeam = new Rooms(`${sizes.name} of team`, counters);
    this.#all = new Rooms(sizes.name, counters);
  }

  /** Takes room for one export of a key. @returns gives it back, once; undefined: no room is free */
  take({ id, teamId }: Pick<KnownKey, 'id' | 'teamId'>): (() => void) | undefined {
    const { perKey, perTeam, total } = this.#sizes;
    const taken: (() => void)[] = [];
    const leave = (): void => {
      for (const one of taken.splice(0)) one();
    };
    for (const [rooms, name, max] of [
      [this.#perKey, id, perKey],
      [this.#perTeam, teamId, perTeam],
      [this.#all, 'all', total],
    ] as const) {
      const one = rooms.take(name, max);
      if (one === undefined) {
        leave();
        return undefined;
      }
      taken.push(one);
    }
    return leave;
  }
}
