import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { FastifyReply, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import type { Call, CallTracker, Refusal } from '#/calls/call-tracker.ts';
import { sendError } from '#/errors/error-body.ts';
import { isOriginOfKey } from '#/origins/allowed-origins.ts';
import { PAGE_NOT_OF_KEY } from '#/origins/check-origin.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { contextOf, keyOf } from './call-context.ts';

const UNPAYABLE_RETRY_AFTER_S = 2;

/**
 * Stage "limits", as a hook: opens the call; it must come from where its key may be used, and within the calls per second.
 * A call that the front door has let through goes on.
 */
export function openCall(tracker: Pick<CallTracker, 'open'>): onRequestHookHandler {
  return (request, reply, done) => {
    const context = contextOf(request);
    if (context.call !== null) return done();
    const key = keyOf(context);
    const call = tracker.open(key);
    context.call = call;
    reply.raw.once('close', () => call.abandon());
    if (!context.isInternal && !isAddressAllowed(request.ip, key.allowedNetworks)) {
      return void sendError(reply, 403, 'FORBIDDEN', 'This API key may not be used from this address.');
    }
    if (!context.isInternal && !isOriginOfKey(context.origin, key.allowedOrigins)) {
      return void sendError(reply, 403, 'FORBIDDEN', PAGE_NOT_OF_KEY);
    }
    const refused = call.passSecond();
    if (refused === undefined) return done();
    call.settle(CallStatus.RATE_LIMITED);
    const message = 'Too many calls in one second. Please slow down.';
    sendError(reply, 429, 'RATE_LIMITED', message, retryAfterS(refused));
  };
}

/** Seconds that a header says of a wait. */
export function retryAfterS({ waitMs }: { waitMs: number }): number {
  return Math.max(Math.ceil(waitMs / 1000), 1);
}

const NO_NETWORK = {
  MAINNET: 'No mainnet network is configured here, and a live key reads no other. Please use a test key.',
  TESTNET: 'No testnet network is configured here, and a test key reads no other. Please use a live key.',
} as const satisfies Record<EnvironmentName, string>;

/** Hook: before the first tips are known a response could not stand at one block. */
export function refuseWithoutPins(tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>): preHandlerHookHandler {
  return (request, reply, done) => {
    const { environment } = keyOf(contextOf(request));
    if (tips.pins(environment).length > 0) return done();
    if (tips.hasNoNetwork(environment)) {
      return void sendError(reply, 403, 'ENVIRONMENT_NOT_CONFIGURED', NO_NETWORK[environment]);
    }
    sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', 'The service is starting: no block is ready to be read yet.', 5);
  };
}

/** Stage "limits", its last part: the month must have a call left. */
export const payCall: preHandlerHookHandler = (request, reply, done) => {
  const { call } = contextOf(request);
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
