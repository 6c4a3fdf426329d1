/** Bytes of a body, but for those that send a transaction. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of the largest transaction of the protocol (docs/verus/sending.md#the-format). */
const TRANSACTION_BYTES_MAX = 2_000_000;
/** Bytes of a body that sends a transaction: two hexadecimal digits for each byte, and the room that every body has. */
export const SENDING_BODY_BYTES_MAX = 2 * TRANSACTION_BYTES_MAX + BODY_BYTES_MAX;

/** Bytes of large bodies that one key may have here at a time: two of the largest. */
const KEY_BYTES_MAX = 2 * SENDING_BODY_BYTES_MAX;
/** Bytes of large bodies that all keys together may have here: while one is read, parsed and sent on, it takes up to four times as much memory. */
const BYTES_MAX = 8 * SENDING_BODY_BYTES_MAX;

/** Reason why a large body is not read: its key has too many, or the gateway has. */
export type NoRoom = 'key' | 'gateway';

/** Room for large bodies, which is taken before a byte is read and given back when the call has ended. */
export class LargeBodies {
  readonly #perKey = new Map<string, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns gives the room back, to be called once; or why there is none, and then nothing is taken */
  take(keyId: string, bytes: number): (() => void) | NoRoom {
    const ofKey = this.#perKey.get(keyId) ?? 0;
    if (ofKey + bytes > KEY_BYTES_MAX) return 'key';
    if (this.#bytes + bytes > BYTES_MAX) return 'gateway';
    this.#perKey.set(keyId, ofKey + bytes);
    this.#bytes += bytes;
    return () => {
      this.#bytes -= bytes;
      const left = (this.#perKey.get(keyId) ?? bytes) - bytes;
      if (left > 0) this.#perKey.set(keyId, left);
      else this.#perKey.delete(keyId);
    };
  }
}
