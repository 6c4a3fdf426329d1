import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import type { Admission } from '#/admission/admission.ts';
import type { Refused } from '#/admission/refused.ts';
import { sendError } from '#/errors/error-body.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { callerOf, contextOf, keyOf } from './call-context.ts';
import { sendRefused } from './require-key.ts';

/**
 * Stage "limits", as a hook: opens the call; it must come from where its key may be used, and within the calls per second.
 * A call that the front door has let through goes on.
 */
export function openCall(admission: Admission): onRequestHookHandler {
  return (request, reply, done) => {
    const context = contextOf(request);
    if (context.call !== null) return done();
    const call = admission.open(keyOf(context));
    context.call = call;
    reply.raw.once('close', () => call.abandon());
    const refused = admission.enter(call, callerOf(context));
    if (refused === undefined) return done();
    sendRefused(reply, refused);
  };
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
export function payCall(admission: Admission): preHandlerHookHandler {
  return (request, reply, done) => {
    const { call } = contextOf(request);
    if (call === null) return done(new Error('a request reached the graph without a call'));
    const decide = (refused: Refused | undefined): void => {
      if (refused !== undefined) sendRefused(reply, refused);
      else if (call.isSettled) sendError(reply, 400, 'BAD_REQUEST', 'The client has gone.');
      else {
        call.run();
        done();
      }
    };
    const refused = admission.pay(call);
    if (refused instanceof Promise) refused.then(decide, done);
    else decide(refused);
  };
}
