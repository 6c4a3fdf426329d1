import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import type { KnownKey } from '#/auth/key-answer.ts';
import { holdersOf } from '#/limits/holders.ts';

/** Bytes of a body, but for those that send a transaction. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of the largest transaction of the protocol (docs/verus/sending.md#the-format). */
const TRANSACTION_BYTES_MAX = 2_000_000;
/** Bytes of a body that sends a transaction: two hexadecimal digits for each byte, and the room that every body has. */
export const SENDING_BODY_BYTES_MAX = 2 * TRANSACTION_BYTES_MAX + BODY_BYTES_MAX;

/** Bytes of large bodies that one key may have here at a time: two of the largest. */
const KEY_BYTES_MAX = 2 * SENDING_BODY_BYTES_MAX;
/** Bytes of large bodies that all keys together may have here: while one is read, parsed and sent on, it takes up to four times as much memory. */
export const BODIES_BYTES_MAX = 12 * SENDING_BODY_BYTES_MAX;

/** Room for large bodies, which is taken before a byte is read and given back when the call has ended. */
export class LargeBodies {
  readonly #rooms = new Rooms(BODIES_BYTES_MAX);

  get bytes(): number {
    return this.#rooms.held;
  }

  /** @returns gives the room back; or why there is none, and then nothing is taken */
  take(key: Pick<KnownKey, 'id' | 'teamId' | 'personId'>, bytes: number): ReturnType<Rooms['take']> {
    return this.#rooms.take(holdersOf(key, KEY_BYTES_MAX), bytes);
  }
}
