import type { Counters } from '#/limits/counters.ts';
import { Rooms } from '#/limits/rooms.ts';

/** Exports at a time. */
const EXPORTS: RoomSizes = { name: 'exports', perKey: 4, total: 64 };

/** How many may run at a time. */
export interface RoomSizes {
  /** Name of what is bounded: each has its own count. */
  readonly name: string;
  readonly perKey: number;
  /** The sum over all keys, at one gateway. */
  readonly total: number;
}

/** Bounds the exports that run at a time, and what else a key has to wait for. */
export class ExportRooms {
  readonly #perKey: Rooms;
  readonly #all: Rooms;
  readonly #sizes: RoomSizes;

  constructor(counters: Counters, sizes = EXPORTS) {
    this.#sizes = sizes;
    this.#perKey = new Rooms(`${sizes.name} of key`, counters);
    this.#all = new Rooms(sizes.name, counters);
  }

  /** Takes room for one export of a key. @returns gives it back, once; undefined: no room is free */
  take(keyId: string): (() => void) | undefined {
    const leaveKey = this.#perKey.take(keyId, this.#sizes.perKey);
    if (leaveKey === undefined) return undefined;
    const leave = this.#all.take('all', this.#sizes.total);
    if (leave === undefined) {
      leaveKey();
      return undefined;
    }
    return () => {
      leaveKey();
      leave();
    };
  }
}
