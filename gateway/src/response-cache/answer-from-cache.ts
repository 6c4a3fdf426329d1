import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import { COST_HEADERS } from '#/cost/cost-headers.ts';
import { sendAnswer } from '#/http/send-answer.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { requestKey } from './request-key.ts';
import { Flight, KeptAnswer, type ResponseCache } from './response-cache.ts';

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
export function answerFromCache({ cache, tips, supergraph }: AnswerFromCacheOptions): preHandlerHookHandler {
  return (request, reply, done) => {
    const { apiKey } = request;
    if (apiKey === null) return done();
    const pins = tips.pins(apiKey.environment);
    const go = (taken: KeptAnswer | Flight | undefined): void => {
      if (taken instanceof KeptAnswer) {
        sendKept(request, reply, taken);
        return;
      }
      if (taken instanceof Flight) {
        request.flight = taken;
        // Whatever becomes of this one, the others must not wait for ever.
        reply.raw.once('close', () => taken.drop());
      }
      done();
    };
    const taken = cache.take(requestKey(request, pins, supergraph()), pins);
    if (taken instanceof Promise) taken.then(go, done);
    else go(taken);
  };
}

function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): void {
  request.call?.note('answered');
  if (nameAnswer(request, reply, kept)) reply.headers(kept.headers).type(kept.contentType).send('');
  else sendAnswer(request, reply, kept);
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
  done(null, kept !== undefined && nameAnswer(request, reply, kept) ? '' : payload);
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
