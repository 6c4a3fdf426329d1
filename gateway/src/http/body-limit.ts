import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that its body may have. */
    bodyBytesMax: number;
  }
}

/** Bytes of a body, but for those that send a transaction. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of the largest transaction of the protocol (docs/verus/sending.md#the-format). */
const TRANSACTION_BYTES_MAX = 2_000_000;
/** Bytes of a body that sends a transaction: two hexadecimal digits for each byte, and the room that every body has. */
export const SENDING_BODY_BYTES_MAX = 2 * TRANSACTION_BYTES_MAX + BODY_BYTES_MAX;

/** Words of the refusal. */
export function bodyTooLarge({ bodyBytesMax }: Pick<FastifyRequest, 'bodyBytesMax'>): string {
  if (bodyBytesMax === BODY_BYTES_MAX) return 'The body is larger than 64 kB.';
  return 'The body is larger than 4,065,536 bytes. A transaction of up to 2,000,000 bytes can be sent here.';
}
