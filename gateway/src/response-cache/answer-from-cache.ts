import type { FastifyReply, FastifyRequest } from 'fastify';
import { COST_HEADERS } from '#/cost/cost-headers.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { requestKey } from './request-key.ts';
import { Flight, type KeptAnswer, type ResponseCache } from './response-cache.ts';

const YEAR_S = 31_536_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the answer may be kept. */
    flight: Flight | null;
  }
}

export interface AnswerFromCacheOptions {
  cache: ResponseCache;
  tips: Pick<TipFollower, 'pins'>;
  supergraph: () => string;
}

/** Hook, after the call is paid: an answer that is known, or on its way to an equal request, is sent again; the call is one all the same. */
export function answerFromCache({ cache, tips, supergraph }: AnswerFromCacheOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { apiKey, call } = request;
    if (apiKey === null) return undefined;
    const pins = tips.pins(apiKey.environment);
    const taken = await cache.take(requestKey(request, pins, supergraph()), pins);
    if (taken === undefined) return undefined;
    if (taken instanceof Flight) {
      request.flight = taken;
      // Whatever becomes of this one, the others must not wait for ever.
      reply.raw.once('close', () => taken.drop());
      return undefined;
    }
    call?.note('answered');
    reply.headers(taken.headers);
    return reply.type(taken.contentType).send(nameAnswer(request, reply, taken) ? '' : taken.body);
  };
}

/** Hook: keeps the answer that leaves, if it may be kept. */
export async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { flight } = request;
  if (flight === null) return payload;
  request.flight = null;
  const contentType = reply.getHeader('content-type');
  if (reply.statusCode !== 200 || typeof payload !== 'string' || typeof contentType !== 'string') {
    flight.drop();
    return payload;
  }
  const kept = flight.keep(payload, contentType, costHeaders(reply));
  return kept !== undefined && nameAnswer(request, reply, kept) ? '' : payload;
}

/** They follow from the answer, as its body does. */
function costHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    COST_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/**
 * Names the answer to whoever asked by GET, so that it can be asked for again only if it has changed (RFC 9110, 13.1.2).
 * @returns true if the client has it already: the reply is then 304
 */
function nameAnswer({ method, headers }: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): boolean {
  if (method !== 'GET') return false;
  const { etag, isFinal } = kept;
  const lifetime = isFinal ? `max-age=${YEAR_S}, immutable` : 'no-cache';
  reply.headers({ etag, 'cache-control': `private, ${lifetime}`, vary: 'accept, authorization' });
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (!known.includes(etag) && !known.includes('*')) return false;
  reply.code(304);
  return true;
}
