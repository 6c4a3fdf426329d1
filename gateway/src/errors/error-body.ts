import type { FastifyReply } from 'fastify';
import type { PublicCode } from './error-codes.ts';
import { faultIds } from './fault-ids.ts';

/**
 * A refusal before GraphQL begins, in GraphQL's shape. Its media type is plain JSON: it is no GraphQL response.
 * @param retryAfterS seconds after which the same request may do better
 */
export function sendError(
  reply: FastifyReply,
  status: number,
  code: PublicCode,
  message: string,
  retryAfterS?: number,
): FastifyReply {
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  const ids = status >= 500 ? faultIds(reply.request.id) : {};
  const extensions = { code, ...(retryAfterS !== undefined && { retryAfter: retryAfterS }), ...ids };
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${JSON.stringify({ errors: [{ message, extensions }] })}\n`);
}
