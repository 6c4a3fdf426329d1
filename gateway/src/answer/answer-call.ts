import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import type { BodyConcurrency } from '#/http/body-concurrency.ts';
import { takesEventStream } from '#/http/open-event-stream.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { CachedResponse } from '#/response-cache/cached-response.ts';
import { openCall, payCall, refuseWithoutPins, requireKey } from './admit-call.ts';
import type { CallContext, CallRequest, CallResponse } from './call-context.ts';
import { checkOrigin } from './check-origin.ts';
import { readBody } from './read-body.ts';
import { contentTypeFor, readRequest } from './read-request.ts';
import { refuse, respond, respondWithErrors } from './respond.ts';
import { type RunOperationOptions, runOperation } from './run-operation.ts';
import { type OpenEventsOptions, OpenedEvents, openEvents } from './stream-events.ts';
import { type TakeCachedOptions, takeCached } from './take-cached.ts';

export interface AnswerCallOptions extends RunOperationOptions, TakeCachedOptions, OpenEventsOptions {
  admission: Admission;
  tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>;
  origins: AllowedOrigins;
  bodies: BodyConcurrency;
}

const ONLY_GET_AND_POST = new Refused(405, 'BAD_REQUEST', 'GraphQL takes GET and POST.', undefined, {
  allow: 'GET, POST',
});
const UNACCEPTABLE = new Refused(
  406,
  'BAD_REQUEST',
  'The response is application/json or application/graphql-response+json, and the header Accept takes neither.',
);

/**
 * The stages of a call, in order (docs/gateway-stages.md), without those that the front door has passed. A cached response and opened
 * events are for the server to send; all else is a response already.
 */
export async function answerCall(
  request: CallRequest,
  context: CallContext,
  options: AnswerCallOptions,
): Promise<CallResponse | CachedResponse | OpenedEvents> {
  const { admission, tips, origins } = options;
  const refused = (by: Refused, contentType?: string): CallResponse => refuse(request, context, tips, by, contentType);

  const foreign = checkOrigin(request, context, origins);
  if (foreign !== undefined) return refused(foreign);
  const noKey = await requireKey(request, context, admission);
  if (noKey !== undefined) return refused(noKey);
  const limited = openCall(request, context, admission);
  if (limited !== undefined) return refused(limited);
  if (request.method !== 'GET' && request.method !== 'POST') return refused(ONLY_GET_AND_POST);
  const body = await readBody(request, context, options.bodies);
  if (body instanceof Refused) return refused(body);
  const starting = refuseWithoutPins(context, tips);
  if (starting !== undefined) return refused(starting);

  if (takesEventStream(request)) {
    const events = await openEvents(request, context, body.value, options);
    if (events instanceof Refused) return refused(events);
    if (events instanceof OpenedEvents) return events;
    if (events !== undefined) return respondWithErrors(request, context, tips, events);
  }

  const unpaid = await payCall(context, admission);
  if (unpaid !== undefined) return refused(unpaid);
  const cached = await takeCached(request, context, options);
  if (cached !== undefined) return cached;
  const contentType = contentTypeFor(request.headers.accept);
  if (contentType === undefined) return refused(UNACCEPTABLE);
  const parts = readRequest(request, body.value);
  if (parts instanceof Refused) return refused(parts, contentType);
  const answered = await runOperation(request, context, parts, options);
  return answered instanceof Refused
    ? refused(answered, contentType)
    : respond(request, context, { ...answered, contentType });
}
