import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import type { KnownKey } from '#/auth/key-answer.ts';
import { holdersOf } from '#/limits/holders.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** Bytes of a body, but for those that send a transaction. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of the largest transaction of the protocol (docs/verus/sending.md#the-format). */
const TRANSACTION_BYTES_MAX = 2_000_000;
/** Bytes of a body that sends a transaction: two hexadecimal digits for each byte, and the room that every body has. */
export const SENDING_BODY_BYTES_MAX = 2 * TRANSACTION_BYTES_MAX + BODY_BYTES_MAX;

/** Bytes of large bodies that one key may have here at a time: two of the largest. */
const LARGE_OF_KEY = 2 * SENDING_BODY_BYTES_MAX;
/** Bytes of large bodies that all keys together may have here: while one is read, parsed and sent on, it takes up to four times as much memory. */
export const LARGE_BYTES_MAX = 12 * SENDING_BODY_BYTES_MAX;

/** Bytes of slow bodies that one key may have here at a time: 28 of the largest, and a person 227. */
const SLOW_OF_KEY = 2 * 1024 * 1024;
/** Bytes that a request takes beside its body, however short that is. */
const REQUEST_BYTES = 8 * 1024;

/**
 * Room for bodies, which is taken before a byte is read. That of a large body is given back when its call has ended. A slow one is no larger
 * than others, and does not come whole with its head: its room is given back when it is read.
 */
export class BodyRooms {
  readonly #large = new Rooms(LARGE_BYTES_MAX);
  readonly #slow = new Rooms(MEMORY_BOUNDS.slowBodies);

  get largeBytes(): number {
    return this.#large.held;
  }

  /** @returns gives the room back; or why there is none, and then nothing is taken */
  take(key: Pick<KnownKey, 'id' | 'teamId' | 'personId'>, bytes: number): ReturnType<Rooms['take']> {
    return bytes > BODY_BYTES_MAX
      ? this.#large.take(holdersOf(key, LARGE_OF_KEY), bytes)
      : this.#slow.take(holdersOf(key, SLOW_OF_KEY), bytes + REQUEST_BYTES);
  }
}
