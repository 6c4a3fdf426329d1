import { DeliveryState, Environment, Order, State } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import type { DeliveryWithAttempts, NewAttempt } from '#/db/deliveries.ts';
import type { Endpoint } from '#/db/endpoints.ts';

const ENVIRONMENTS = { live: Environment.MAINNET, test: Environment.TESTNET } as const;
const STATES = { active: State.ACTIVE, paused: State.PAUSED, disabled: State.DISABLED } as const;
const DELIVERY_STATES = {
  noted: DeliveryState.UNSPECIFIED,
  waiting: DeliveryState.WAITING,
  delivered: DeliveryState.DELIVERED,
  failed: DeliveryState.FAILED,
} as const;

/** @param failing the delivery for which it fails */
export function toEndpointMessage(
  endpoint: Endpoint,
  waiting: number,
  now: Date,
  failing?: DeliveryWithAttempts | null,
) {
  const { previousSecretUntil, lastDeliveredAt, positionHeight } = endpoint;
  return {
    id: endpoint.id,
    teamId: endpoint.teamId,
    environment: ENVIRONMENTS[endpoint.environment],
    url: endpoint.url,
    description: endpoint.description,
    source: {
      eventType: endpoint.eventType ?? '',
      operation: endpoint.operation,
      variablesJson: JSON.stringify(endpoint.variables),
    },
    order: endpoint.isParallel ? Order.PARALLEL : Order.SEQUENTIAL,
    state: STATES[endpoint.state],
    disabledReason: endpoint.state === 'disabled' ? endpoint.disabledReason : '',
    trouble: endpoint.state === 'active' ? endpoint.trouble : '',
    ignored: endpoint.ignored,
    waitingDeliveries: BigInt(waiting),
    createdAtMs: toMs(endpoint.createdAt),
    ...(positionHeight !== null && { positionHeight: BigInt(positionHeight) }),
    ...(lastDeliveredAt !== null && { lastDeliveredAtMs: toMs(lastDeliveredAt) }),
    ...(endpoint.failingSince !== null && failing != null && { failing: toFailing(endpoint.failingSince, failing) }),
    ...(previousSecretUntil !== null &&
      previousSecretUntil > now && { previousSecretUntilMs: toMs(previousSecretUntil) }),
  };
}

function toFailing(since: Date, { id, state, attempts: [last], nextAttemptAt }: DeliveryWithAttempts) {
  return {
    sinceMs: toMs(since),
    deliveryId: String(id),
    ...(last !== undefined && { attempt: toStoredAttempt(last) }),
    ...(state === 'waiting' && { nextAttemptAtMs: toMs(nextAttemptAt) }),
  };
}

export function toDeliveryMessage({ id, state, attempts, ...delivery }: DeliveryWithAttempts) {
  return {
    id: String(id),
    endpointId: delivery.endpointId,
    webhookId: delivery.webhookId,
    eventType: delivery.eventType,
    blockHeight: BigInt(delivery.blockHeight),
    state: DELIVERY_STATES[state],
    payloadJson: delivery.payload,
    attempts: attempts.map(toStoredAttempt),
    createdAtMs: toMs(delivery.createdAt),
    ...(state === 'waiting' && { nextAttemptAtMs: toMs(delivery.nextAttemptAt) }),
  };
}

function toStoredAttempt(attempt: DeliveryWithAttempts['attempts'][number]) {
  return toAttemptMessage({ ...attempt, requestHeaders: attempt.requestHeaders as Record<string, string> });
}

export function toAttemptMessage({ at, durationMs, url, requestHeaders, status, responseBody, error }: NewAttempt) {
  return {
    atMs: toMs(at),
    durationMs,
    url,
    requestHeadersJson: JSON.stringify(requestHeaders),
    ...(status !== null && { status }),
    responseBody,
    error,
  };
}

function toMs(instant: Date): bigint {
  return BigInt(instant.getTime());
}
