import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { BODY_BYTES_MAX } from '#/http/body-limit.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { CachedResponse } from '#/response-cache/cached-response.ts';
import { InFlightResponse, type ResponseCache } from '#/response-cache/response-cache.ts';
import { sendCached } from '#/response-cache/send-cached.ts';
import { contextOf, keyOf } from './call-context.ts';

export interface TakeCachedOptions {
  /** Null: every operation runs. */
  cache: ResponseCache | null;
  tips: Pick<TipFollower, 'pins'>;
  /** Identifies the supergraph that answers. */
  supergraph: () => string;
}

/**
 * Stages "pin" and "cache", as a hook: fixes the blocks that the call reads at, and sends the response if it is known at them or on its way to an
 * equal request. Such a call counts like any other.
 */
export function takeCached({ cache, tips, supergraph }: TakeCachedOptions): preHandlerHookHandler {
  return (request, reply, done) => {
    const context = contextOf(request);
    const { environment } = keyOf(context);
    context.pins = tips.pins(environment);
    // Of what is large nothing is cached: it is a transaction that is sent.
    if (cache === null || context.bodyText.length > BODY_BYTES_MAX) return done();
    const taken = cache.take(context.cacheKey(cache.keys, request.raw, supergraph()), context.pins);
    if (taken instanceof CachedResponse) return sendTo(request, reply, taken);
    if (taken instanceof InFlightResponse) {
      context.inFlight = taken;
      // Whatever becomes of this one, the others must not wait for ever.
      reply.raw.once('close', () => taken.drop());
      return done();
    }
    taken.then((shared) => {
      if (shared !== undefined) return sendTo(request, reply, shared);
      // The wait was for nothing, and the tip may have moved during it.
      context.pins = tips.pins(environment);
      done();
    }, done);
  };
}

function sendTo(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): void {
  const { call, origin } = contextOf(request);
  if (call === null) throw new Error('a request reached the cache without a call');
  reply.hijack();
  sendCached(request, reply.raw, call, cached, { requestId: request.id, origin });
}
