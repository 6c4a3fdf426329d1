import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { type CallContext, type CallRequest, callerOf, callOf, keyOf } from './call-context.ts';

type Judgement = Refused | undefined;

/** Stage "key". A key that the front door has accepted in this turn is not asked for again. */
export function requireKey(
  { headers, address }: CallRequest,
  context: CallContext,
  { callers }: Admission,
): Judgement | Promise<Judgement> {
  context.caller = callers.callerOf(headers, { address, origin: context.origin }, context.parsedKey);
  if (context.key !== null) return undefined;
  const decide = (found: KnownKey | Refused): Judgement => {
    if (found instanceof Refused) return found;
    context.key = found;
    return undefined;
  };
  const found = callers.findKey(context.caller);
  return found instanceof Promise ? found.then(decide) : decide(found);
}

/** Stage "limits". A call that the front door has let through goes on. */
export function openCall({ onClosed }: CallRequest, context: CallContext, admission: Admission): Judgement {
  if (context.call !== null) return undefined;
  const call = admission.open(keyOf(context), context.leave?.terms);
  context.call = call;
  onClosed(() => call.abandon());
  return admission.enter(call, callerOf(context));
}

const NO_NETWORK = {
  MAINNET: 'No mainnet network is configured here, and a live key reads no other. Please use a test key.',
  TESTNET: 'No testnet network is configured here, and a test key reads no other. Please use a live key.',
} as const satisfies Record<EnvironmentName, string>;

const STARTING = 'The service is starting: no block is ready to be read yet.';

/** Before the first tips are known a response could not stand at one block. */
export function refuseWithoutPins(context: CallContext, tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>): Judgement {
  const { environment } = keyOf(context);
  if (tips.pins(environment).length > 0) return undefined;
  if (!tips.hasNoNetwork(environment)) return new Refused(503, 'SUBGRAPH_UNAVAILABLE', STARTING, 5);
  return new Refused(403, 'ENVIRONMENT_NOT_CONFIGURED', NO_NETWORK[environment]);
}

/** Stage "limits", last part: the month must have a call left. */
export function payCall(context: CallContext, admission: Admission): Judgement | Promise<Judgement> {
  const call = callOf(context);
  const decide = (refused: Judgement): Judgement => {
    if (refused !== undefined) return refused;
    if (call.isSettled) return new Refused(400, 'BAD_REQUEST', 'The client has gone.');
    call.run();
    return undefined;
  };
  const refused = admission.pay(call);
  return refused instanceof Promise ? refused.then(decide) : decide(refused);
}
