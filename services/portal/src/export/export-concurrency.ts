import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { Caller } from '#/gateway/gateway-client.ts';
import { nameOfKey } from '#/http/name-of-key.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

const MIB = 1024 * 1024;
const EXPORTS = { perKey: 4, perNetwork: 24, total: 64 };
/** Held by one export: its pages and lines, or also the rows of a group of Parquet. */
export const EXPORT_BYTES = { lines: 4 * MIB, groups: 10 * MIB };
const PART_OF_TEAM = 1 / 2;

/** A place is taken before anything is asked, and bytes as soon as the team is known. */
export class ExportConcurrency {
  readonly #places = new ConcurrencyLimit(EXPORTS.total);
  readonly #bytes: ConcurrencyLimit;
  readonly #bytesOfTeam: number;

  constructor(bytes: number = MEMORY_BOUNDS.exports) {
    this.#bytes = new ConcurrencyLimit(bytes);
    this.#bytesOfTeam = bytes * PART_OF_TEAM;
  }

  /** @returns gives the place back; undefined if none is free */
  enter({ authorization, client }: Pick<Caller, 'authorization' | 'client'>): (() => void) | undefined {
    const holders = [{ id: `network ${client.network}`, max: EXPORTS.perNetwork }];
    if (authorization !== undefined) holders.unshift({ id: `key ${nameOfKey(authorization)}`, max: EXPORTS.perKey });
    const place = this.#places.acquire(holders);
    return typeof place === 'string' ? undefined : place;
  }

  /** @returns gives the bytes back; undefined if no room is free */
  hold(teamId: string, bytes: number): (() => void) | undefined {
    const room = this.#bytes.acquire([{ id: teamId, max: this.#bytesOfTeam }], bytes);
    return typeof room === 'string' ? undefined : room;
  }
}
