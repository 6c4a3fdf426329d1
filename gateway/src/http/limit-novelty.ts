import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { LiveGraph } from '#/federation/live-graph.ts';
import type { NovelOperations } from '#/limits/novel-operations.ts';
import { sendError } from './error-body.ts';

export interface NoveltyOptions {
  live: Pick<LiveGraph, 'current'>;
  novel: Pick<NovelOperations, 'take'>;
}

/** Hook, last before the operation runs: one that has no plan yet takes from what its key may ask for anew. A known one takes nothing. */
export function limitNovelty({ live, novel }: NoveltyOptions): preHandlerHookHandler {
  return (request, reply, done) => {
    const { apiKey, call } = request;
    const { query, operationName } = asked(request);
    // A hash alone names what is known, or nothing.
    if (apiKey === null || query === undefined) return done();
    if (live.current.operations.knows(query, operationName)) return done();
    const refused = novel.take(apiKey.id);
    if (refused === undefined) return done();
    call?.settle(CallStatus.RATE_LIMITED);
    const retryAfterS = Math.max(Math.ceil(refused.waitMs / 1000), 1);
    const message =
      'Too many new operations in one minute. Please put values into variables, so that operations stay the same.';
    sendError(reply, 429, 'RATE_LIMITED', message, retryAfterS);
  };
}

function asked({ method, query, body }: FastifyRequest): { query: string | undefined; operationName: string } {
  const from = (method === 'GET' ? query : body) as Record<string, unknown> | null | undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { query: text(from?.query) || undefined, operationName: text(from?.operationName) };
}
