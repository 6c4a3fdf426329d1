/** Bytes of a body, but for those that send a transaction. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of the largest transaction of the protocol (docs/verus/sending.md#the-format). */
const TRANSACTION_BYTES_MAX = 2_000_000;
/** Bytes of a body that sends a transaction: two hexadecimal digits for each byte, and the room that every body has. */
export const SENDING_BODY_BYTES_MAX = 2 * TRANSACTION_BYTES_MAX + BODY_BYTES_MAX;
