import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { KnownKey } from '#/auth/key-answer.ts';
import { holdersOf } from '#/limits/holders.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** Without those that send a transaction. */
export const BODY_BYTES_MAX = 64 * 1024;
/** docs/verus/sending.md#the-format */
const TRANSACTION_BYTES_MAX = 2_000_000;
/** Two hexadecimal digits for each byte, and the room that every body has. */
export const SENDING_BODY_BYTES_MAX = 2 * TRANSACTION_BYTES_MAX + BODY_BYTES_MAX;

/** Two of the largest, for one key at a time. */
const LARGE_OF_KEY = 2 * SENDING_BODY_BYTES_MAX;
/** The limit of all keys together: while a body is read, parsed and sent on, it takes up to four times its size. */
export const LARGE_BYTES_MAX = 12 * SENDING_BODY_BYTES_MAX;

/** For one key at a time: 28 of the largest, and a person 227. */
const SLOW_OF_KEY = 2 * 1024 * 1024;
/** Beside its body, however short. */
const REQUEST_BYTES = 8 * 1024;

/**
 * Room is taken before a byte is read. That of a large body is given back when its call has ended, that of a slow one (small, and not
 * whole with its head) when it is read.
 */
export class BodyConcurrency {
  readonly #large = new ConcurrencyLimit(LARGE_BYTES_MAX);
  readonly #slow = new ConcurrencyLimit(MEMORY_BOUNDS.slowBodies);

  get largeBytes(): number {
    return this.#large.held;
  }

  /** @returns gives the room back; or the reason for refusing it */
  acquire(key: Pick<KnownKey, 'id' | 'teamId' | 'personId'>, bytes: number): ReturnType<ConcurrencyLimit['acquire']> {
    return bytes > BODY_BYTES_MAX
      ? this.#large.acquire(holdersOf(key, LARGE_OF_KEY), bytes)
      : this.#slow.acquire(holdersOf(key, SLOW_OF_KEY), bytes + REQUEST_BYTES);
  }
}
