import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import { COST_HEADERS } from '#/cost/cost-headers.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { KeptAnswer } from './kept-answer.ts';
import { Flight, type ResponseCache } from './response-cache.ts';
import { sendKept } from './send-kept.ts';

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
export function answerFromCache({ cache, tips, supergraph }: AnswerFromCacheOptions): preHandlerHookHandler {
  return (request, reply, done) => {
    const { apiKey, call } = request;
    if (apiKey === null || call === null) return done();
    const pins = tips.pins(apiKey.environment);
    const go = (taken: KeptAnswer | Flight | undefined): void => {
      if (taken instanceof KeptAnswer) {
        reply.hijack();
        sendKept(request, reply.raw, call, taken, request.id);
        return;
      }
      if (taken instanceof Flight) {
        request.flight = taken;
        // Whatever becomes of this one, the others must not wait for ever.
        reply.raw.once('close', () => taken.drop());
      }
      done();
    };
    const taken = cache.take(cache.keys.of(request.raw, request.bodyText, pins, supergraph()), pins);
    if (taken instanceof Promise) taken.then(go, done);
    else go(taken);
  };
}

/** Keeps an answer with status 200, if it may be kept. */
export function keepText(
  request: FastifyRequest,
  text: string,
  contentType: string,
  headers: Readonly<Record<string, string>>,
): KeptAnswer | undefined {
  const { flight } = request;
  request.flight = null;
  return flight?.keep(text, contentType, headers);
}

/** Hook: keeps the answer that leaves, if it may be kept. */
export const keepAnswer: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const contentType = reply.getHeader('content-type');
  if (reply.statusCode !== 200 || typeof payload !== 'string' || typeof contentType !== 'string') {
    request.flight?.drop();
    return done(null, payload);
  }
  const kept = keepText(request, payload, contentType, costHeaders(reply));
  if (kept === undefined || request.method !== 'GET') return done(null, payload);
  reply.headers(kept.names);
  if (!kept.isAmong(request.headers['if-none-match'])) return done(null, payload);
  reply.code(304);
  // No text at all: of an empty one Fastify would say how long it is, which a 304 must not (RFC 9110, 8.6).
  done(null, null);
};

/** They follow from the answer, as its body does. */
function costHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    COST_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
