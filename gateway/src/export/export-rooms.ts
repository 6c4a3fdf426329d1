import type { Counters } from '#/limits/counters.ts';
import { Rooms } from '#/limits/rooms.ts';

const PER_KEY_MAX = 4;
/** Exports of all keys, at one gateway. */
const TOTAL_MAX = 64;

/** Bounds the exports that run at a time. */
export class ExportRooms {
  readonly #perKey: Rooms;
  readonly #all: Rooms;

  constructor(counters: Counters) {
    this.#perKey = new Rooms('exports of key', counters);
    this.#all = new Rooms('exports', counters);
  }

  /** Takes room for one export of a key. @returns gives it back, once; undefined: no room is free */
  take(keyId: string): (() => void) | undefined {
    const leaveKey = this.#perKey.take(keyId, PER_KEY_MAX);
    if (leaveKey === undefined) return undefined;
    const leave = this.#all.take('all', TOTAL_MAX);
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
