import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import type { KnownKey } from '#/auth/key-answer.ts';
import { holdersOf } from '#/limits/holders.ts';

/** Exports at a time: of one key, and of all at one gateway. */
const EXPORTS: RoomSizes = { perKey: 4, total: 64 };

/** How many may run at a time. */
export interface RoomSizes {
  readonly perKey: number;
  /** The sum over all keys, at one gateway. */
  readonly total: number;
}

/** Bounds the exports that run at a time, and what else a key has to wait for. */
export class ExportRooms {
  readonly #rooms: Rooms;
  readonly #perKey: number;

  constructor({ perKey, total } = EXPORTS) {
    this.#rooms = new Rooms(total);
    this.#perKey = perKey;
  }

  /** Takes room for one export of a key. @returns gives it back; undefined: no room is free */
  take(key: Pick<KnownKey, 'id' | 'teamId' | 'personId'>): (() => void) | undefined {
    const room = this.#rooms.take(holdersOf(key, this.#perKey));
    return typeof room === 'string' ? undefined : room;
  }
}
