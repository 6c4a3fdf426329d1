import { faultIds } from '@ledgergraph/service-kit/http/send-error';
import { Refused } from '#/admission/refused.ts';
import { ANSWER_HEADERS, toBody } from '#/http/answer-form.ts';
import { pageHeaders } from '#/origins/page-headers.ts';
import { namePin } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { CallContext, CallRequest, CallResponse } from './call-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface Answered {
  status: number;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * Keeps the response if it may be kept, settles the call, and reports what is left of the limits. 304 for a GET client that has the
 * response.
 */
export function respond(request: CallRequest, context: CallContext, answered: Answered): CallResponse {
  const { status, contentType, headers: own, text } = answered;
  const { inFlight, call, origin } = context;
  context.inFlight = null;
  const kept = status === 200 ? inFlight?.keep(text, contentType, own) : inFlight?.drop();
  const headers: Record<string, string> = { ...ANSWER_HEADERS, 'x-request-id': request.id, ...pageHeaders(origin) };
  Object.assign(headers, own);
  if (kept === undefined || request.method !== 'GET') {
    call?.settleAnswer(status);
    Object.assign(headers, call?.limitHeaders());
    headers['content-type'] = contentType;
    return { status, headers, body: kept?.body ?? toBody(text) };
  }
  const isUnchanged = kept.isAmong(request.headers['if-none-match']);
  call?.settleAnswer(isUnchanged ? 304 : status);
  Object.assign(headers, kept.names, call?.limitHeaders());
  headers['content-type'] = contentType;
  return isUnchanged ? { status: 304, headers, body: '' } : { status, headers, body: kept.body };
}

export function refuse(
  request: CallRequest,
  context: CallContext,
  tips: Pick<TipFollower, 'pins'>,
  { status, code, message, retryAfterS, headers }: Refused,
  contentType = JSON_TYPE,
): CallResponse {
  const ids = status >= 500 ? faultIds(request.id) : {};
  const extensions = { code, ...(retryAfterS !== undefined && { retryAfter: retryAfterS }), ...ids };
  const wait = retryAfterS !== undefined && { 'retry-after': String(retryAfterS) };
  const all = { 'cache-control': 'no-store', ...wait, ...headers };
  return respondWithErrors(request, context, tips, {
    status,
    contentType,
    headers: all,
    errors: [{ message, extensions }],
  });
}

/** A refusal in GraphQL's shape, with the blocks of the caller's chains. Without a key there is no environment, so no chain is named. */
export function respondWithErrors(
  request: CallRequest,
  context: CallContext,
  tips: Pick<TipFollower, 'pins'>,
  { errors, ...answered }: Omit<Answered, 'text'> & { errors: readonly object[] },
): CallResponse {
  const { key } = context;
  const extensions = key === null ? {} : { extensions: { chain: tips.pins(key.environment).map(namePin) } };
  context.inFlight?.drop();
  context.inFlight = null;
  return respond(request, context, { ...answered, text: `${JSON.stringify({ errors, ...extensions })}\n` });
}

export function fault({ id }: CallRequest): Refused {
  return new Refused(500, 'INTERNAL_SERVER_ERROR', `Internal error. Request ${id}.`);
}
