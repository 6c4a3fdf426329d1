import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import type { Call, CallBook } from './call-book.ts';
import { sendError } from './error-body.ts';

const UNPAYABLE_RETRY_AFTER_S = 2;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request with a known key. */
    call: Call | null;
  }
}

/** Hook, after `requireKey`: opens the call; it must come from where its key may be used, and within the calls per second. */
export function openCall(book: Pick<CallBook, 'open'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { apiKey } = request;
    if (apiKey === null) return undefined;
    const call = book.open(apiKey);
    request.call = call;
    reply.raw.once('close', () => call.abandon());
    if (!isAddressAllowed(request.ip, apiKey.allowedNetworks)) {
      return sendError(reply, 403, 'FORBIDDEN', 'This API key may not be used from this address.');
    }
    const refused = call.passSecond();
    if (refused === undefined) return undefined;
    call.settle(CallStatus.RATE_LIMITED);
    const retryAfterS = Math.max(Math.ceil(refused.waitMs / 1000), 1);
    return sendError(reply, 429, 'RATE_LIMITED', 'Too many calls in one second. Please slow down.', retryAfterS);
  };
}

/** Hook, last before the operation runs: the month must have a call left. */
export async function payCall({ call }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (call === null) throw new Error('a request reached the graph without a call');
  const refused = await call.passMonth();
  if (call.isSettled) return sendError(reply, 400, 'BAD_REQUEST', 'The client has gone.');
  if (refused === undefined) {
    call.run();
    return undefined;
  }
  if (refused.status === 'unavailable') {
    const message = 'Calls of this plan cannot be counted at the moment. Please try again.';
    return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', message, UNPAYABLE_RETRY_AFTER_S);
  }
  call.settle(CallStatus.QUOTA_EXCEEDED);
  const message = 'The calls of this month are used up. They begin anew with the next month, or with another plan.';
  return sendError(reply, 429, 'QUOTA_EXCEEDED', message, refused.retryAfterS);
}

/** Hook: the answer settles its call, and says what is left of the limits. */
export async function settleCall({ call }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (call === null) return payload;
  call.settleAnswer(reply.statusCode);
  reply.headers(call.limitHeaders());
  return payload;
}
