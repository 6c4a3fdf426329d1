import { Rooms, takeBoth } from '@ledgergraph/service-kit/limits/rooms';
import type { KnownKey } from '#/auth/key-answer.ts';
import { holdersOf } from '#/limits/holders.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

const MIB = 1024 * 1024;
/** Exports at a time: of one key, and of all at one gateway. */
const EXPORTS: RoomSizes = { perKey: 4, total: 64, bytes: MEMORY_BOUNDS.exports };
/** Bytes that an export holds at most: its parts and lines, or rows of a group of Parquet too. */
export const EXPORT_BYTES = { lines: 4 * MIB, groups: 10 * MIB };
/** Part of the bytes that one team takes at most. */
const PART_OF_TEAM = 1 / 2;

/** How many may run at a time. */
export interface RoomSizes {
  readonly perKey: number;
  /** The sum over all keys, at one gateway. */
  readonly total: number;
  /** The sum of what they hold. */
  readonly bytes: number;
}

/** Bounds the exports that run at a time, and what else a key has to wait for. */
export class ExportRooms {
  readonly #rooms: Rooms;
  readonly #bytes: Rooms;
  readonly #sizes: RoomSizes;

  constructor(sizes = EXPORTS) {
    this.#rooms = new Rooms(sizes.total);
    this.#bytes = new Rooms(sizes.bytes);
    this.#sizes = sizes;
  }

  /** Takes room for one export of a key. @param bytes that it may hold @returns gives it back; undefined: no room is free */
  take(key: Pick<KnownKey, 'id' | 'teamId' | 'personId'>, bytes: number): (() => void) | undefined {
    const room = this.#rooms.take(holdersOf(key, this.#sizes.perKey));
    if (typeof room === 'string') return undefined;
    const holder = { id: key.teamId, max: this.#sizes.bytes * PART_OF_TEAM };
    const both = takeBoth(room, this.#bytes.take([holder], bytes));
    return typeof both === 'string' ? undefined : both;
  }
}
