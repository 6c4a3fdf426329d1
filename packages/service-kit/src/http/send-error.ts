import type { FastifyReply } from 'fastify';
import { currentTrace } from '#/trace-context.ts';

/** A refusal before GraphQL begins, in GraphQL's shape, but as plain JSON. @param retryAfterS seconds */
export function sendError(
  reply: FastifyReply,
  status: number,
  code: string,
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

/** The ids by which an operator finds the error in logs and traces. */
export function faultIds(requestId: string): { requestId: string; traceId?: string } {
  const { traceId } = currentTrace();
  return { requestId, ...(traceId !== undefined && { traceId }) };
}
