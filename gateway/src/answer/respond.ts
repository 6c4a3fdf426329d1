import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { COST_HEADERS } from '#/cost/cost-formula.ts';
import { toBody } from '#/http/answer-form.ts';
import { namePin } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { CachedResponse } from '#/response-cache/cached-response.ts';
import { type CallContext, contextOf } from './call-context.ts';

/** A response with status 200 that our executor made. */
export interface ExecutedResponse {
  text: string;
  contentType: string;
  /** Further headers of the response, the same for every caller; names are lower-case. */
  headers: Readonly<Record<string, string>>;
}

/** Stage "response", of what Apollo's server or a refusal says: names the blocks, keeps the response if it may be kept, settles the call. */
export function respondWith(tips: Pick<TipFollower, 'pins'>): onSendHookHandler<unknown>[] {
  return [nameBlocks(tips), keepResponse, settleCall];
}

/**
 * Stage "response", of what our executor made: keeps it if it may be kept, and sends it at once, head and body in one write. It settles its call and says the limits
 * as the hooks of every other reply do; that is all those would do for it, at several times the cost.
 */
export function sendExecuted(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, contentType, headers }: ExecutedResponse,
): void {
  const context = contextOf(request);
  const { call } = context;
  const body = keepText(context, text, contentType, headers)?.body ?? toBody(text);
  call?.settleAnswer(200);
  reply.hijack();
  const all = Object.assign(reply.getHeaders(), headers, call?.limitHeaders()) as OutgoingHttpHeaders;
  all['content-type'] = contentType;
  all['content-length'] = body.length;
  reply.raw.writeHead(200, all);
  if (typeof body === 'string') reply.raw.end(body, 'latin1');
  else reply.raw.end(body);
}

/**
 * Hook: a refusal before an operation begins also names the blocks of the caller's chains, as every response does. A
 * caller that has shown no key has no environment, and its response names no chain.
 */
function nameBlocks(tips: Pick<TipFollower, 'pins'>): onSendHookHandler<unknown> {
  return (request, { statusCode }, payload, done) => {
    const key = request.callContext?.key ?? null;
    if (key === null || statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{')) {
      return done(null, payload);
    }
    const body = JSON.parse(payload) as { extensions?: { chain?: unknown } };
    if (body.extensions?.chain !== undefined) return done(null, payload);
    const chain = tips.pins(key.environment).map(namePin);
    done(null, `${JSON.stringify({ ...body, extensions: { ...body.extensions, chain } })}\n`);
  };
}

/** Hook: keeps the response that leaves, if it may be kept. */
const keepResponse: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { callContext: context } = request;
  if (context === null) return done(null, payload);
  const contentType = reply.getHeader('content-type');
  if (reply.statusCode !== 200 || typeof payload !== 'string' || typeof contentType !== 'string') {
    context.inFlight?.drop();
    return done(null, payload);
  }
  const kept = keepText(context, payload, contentType, costHeaders(reply));
  if (kept === undefined || request.method !== 'GET') return done(null, payload);
  reply.headers(kept.names);
  if (!kept.isAmong(request.headers['if-none-match'])) return done(null, payload);
  reply.code(304);
  // No text at all: of an empty one Fastify would say how long it is, which a 304 must not (RFC 9110, 8.6).
  done(null, null);
};

/** Keeps a response with status 200, if it may be kept. */
function keepText(
  context: CallContext,
  text: string,
  contentType: string,
  headers: Readonly<Record<string, string>>,
): CachedResponse | undefined {
  const { inFlight } = context;
  context.inFlight = null;
  return inFlight?.keep(text, contentType, headers);
}

/** They follow from the response, as its body does. */
function costHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    COST_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/** Hook: the response settles its call, and says what is left of the limits. */
const settleCall: onSendHookHandler<unknown> = ({ callContext }, reply, payload, done) => {
  const call = callContext?.call;
  if (call != null) {
    call.settleAnswer(reply.statusCode);
    reply.headers(call.limitHeaders());
  }
  done(null, payload);
};
