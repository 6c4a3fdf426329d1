import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that its body may have. */
    bodyBytesMax: number;
  }
}

/** Bytes of a body, but for those of callers that may send. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Bytes of a body of a caller that may send: hexadecimal digits are twice as many as the bytes of a transaction. */
export const SENDER_BODY_BYTES_MAX = 1024 * 1024;

/** Words of the refusal. */
export function bodyTooLarge({ bodyBytesMax }: Pick<FastifyRequest, 'bodyBytesMax'>): string {
  if (bodyBytesMax === BODY_BYTES_MAX) return 'The body is larger than 64 kB.';
  return 'The body is larger than 1 MiB. A transaction of up to 520,000 bytes can be sent here.';
}
