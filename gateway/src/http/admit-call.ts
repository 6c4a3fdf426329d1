import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { FastifyReply, onRequestHookHandler, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import type { Call, CallBook, Refusal } from './call-book.ts';
import { sendError } from './error-body.ts';

const UNPAYABLE_RETRY_AFTER_S = 2;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request with a known key. */
    call: Call | null;
  }
}

/** Hook, after `requireKey`: opens the call; it must come from where its key may be used, and within the calls per second. */
export function openCall(book: Pick<CallBook, 'open'>): onRequestHookHandler {
  return (request, reply, done) => {
    const { apiKey } = request;
    if (apiKey === null) return done();
    const call = book.open(apiKey);
    request.call = call;
    reply.raw.once('close', () => call.abandon());
    if (!isAddressAllowed(request.ip, apiKey.allowedNetworks)) {
      return void sendError(reply, 403, 'FORBIDDEN', 'This API key may not be used from this address.');
    }
    const refused = call.passSecond();
    if (refused === undefined) return done();
    call.settle(CallStatus.RATE_LIMITED);
    const retryAfterS = Math.max(Math.ceil(refused.waitMs / 1000), 1);
    sendError(reply, 429, 'RATE_LIMITED', 'Too many calls in one second. Please slow down.', retryAfterS);
  };
}

/** Hook, last before the operation runs: the month must have a call left. */
export const payCall: preHandlerHookHandler = ({ call }, reply, done) => {
  if (call === null) return done(new Error('a request reached the graph without a call'));
  const decide = (refused: Refusal | undefined): void => {
    if (call.isSettled) sendError(reply, 400, 'BAD_REQUEST', 'The client has gone.');
    else if (refused !== undefined) refuse(refused, call, reply);
    else {
      call.run();
      done();
    }
  };
  const refused = call.passMonth();
  if (refused instanceof Promise) refused.then(decide, done);
  else decide(refused);
};

function refuse(refused: Refusal, call: Call, reply: FastifyReply): FastifyReply {
  if (refused.status === 'unavailable') {
    const message = 'Calls of this plan cannot be counted at the moment. Please try again.';
    return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', message, UNPAYABLE_RETRY_AFTER_S);
  }
  call.settle(CallStatus.QUOTA_EXCEEDED);
  const message = 'The calls of this month are used up. They begin anew with the next month, or with another plan.';
  return sendError(reply, 429, 'QUOTA_EXCEEDED', message, refused.retryAfterS);
}

/** Hook: the answer settles its call, and says what is left of the limits. */
export const settleCall: onSendHookHandler<unknown> = ({ call }, reply, payload, done) => {
  if (call !== null) {
    call.settleAnswer(reply.statusCode);
    reply.headers(call.limitHeaders());
  }
  done(null, payload);
};
