import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import type { Caller } from '#/gateway/gateway-client.ts';
import { nameOfKey } from '#/http/name-of-key.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

const MIB = 1024 * 1024;
/** Exports at a time: of one key, of one network, and of all at one portal. */
const EXPORTS = { perKey: 4, perNetwork: 24, total: 64 };
/** Bytes that an export holds at most: its pages and lines, or rows of a group of Parquet too. */
export const EXPORT_BYTES = { lines: 4 * MIB, groups: 10 * MIB };
/** Part of the bytes that one team takes at most. */
const PART_OF_TEAM = 1 / 2;

/** Bounds the exports that run at a time. A place is taken before anything is asked, and bytes as soon as the team is known. */
export class ExportRooms {
  readonly #places = new Rooms(EXPORTS.total);
  readonly #bytes: Rooms;
  readonly #bytesOfTeam: number;

  constructor(bytes: number = MEMORY_BOUNDS.exports) {
    this.#bytes = new Rooms(bytes);
    this.#bytesOfTeam = bytes * PART_OF_TEAM;
  }

  /** Takes a place for one export of a caller, whatever its key is worth. @returns gives it back; undefined: none is free */
  enter({ authorization, client }: Pick<Caller, 'authorization' | 'client'>): (() => void) | undefined {
    const holders = [{ id: `network ${client.network}`, max: EXPORTS.perNetwork }];
    if (authorization !== undefined) holders.unshift({ id: `key ${nameOfKey(authorization)}`, max: EXPORTS.perKey });
    const place = this.#places.take(holders);
    return typeof place === 'string' ? undefined : place;
  }

  /** Takes what an export of a team may hold. @returns gives it back; undefined: no room is free */
  hold(teamId: string, bytes: number): (() => void) | undefined {
    const room = this.#bytes.take([{ id: teamId, max: this.#bytesOfTeam }], bytes);
    return typeof room === 'string' ? undefined : room;
  }
}
