import {
  type Attempt,
  type Delivery as DeliveryMessage,
  DeliveryState,
  type Endpoint,
  Environment,
  type Failing,
  Order,
  State,
} from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { hideUrl, hideUrlIn } from '#/webhooks/hide-url.ts';
import type { Delivery, DeliveryAttempt, FailingDelivery, Webhook } from './webhook-contract.ts';

const STATES = {
  [State.UNSPECIFIED]: 'active',
  [State.ACTIVE]: 'active',
  [State.PAUSED]: 'paused',
  [State.DISABLED]: 'disabled',
} as const;
const DELIVERY_STATES = {
  [DeliveryState.UNSPECIFIED]: 'waiting',
  [DeliveryState.WAITING]: 'waiting',
  [DeliveryState.DELIVERED]: 'delivered',
  [DeliveryState.FAILED]: 'failed',
} as const;

/** An endpoint as the page shows it. */
export function toWebhook(endpoint: Endpoint): Webhook {
  const { id, url, description, source, positionHeight } = endpoint;
  return {
    id,
    environment: endpoint.environment === Environment.MAINNET ? 'live' : 'test',
    url,
    description,
    eventType: source?.eventType || null,
    operation: source?.operation ?? '',
    variables: JSON.parse(source?.variablesJson || '{}'),
    isParallel: endpoint.order === Order.PARALLEL,
    state: endpoint.failing === undefined ? STATES[endpoint.state] : 'failing',
    failing: endpoint.failing === undefined ? null : toFailing(endpoint.failing),
    disabledReason: endpoint.disabledReason || null,
    trouble: endpoint.trouble || null,
    ignored: endpoint.ignored || null,
    positionHeight: positionHeight === undefined ? null : Number(positionHeight),
    waitingDeliveries: Number(endpoint.waitingDeliveries),
    createdAt: toInstant(endpoint.createdAtMs),
    lastDeliveredAt: toInstantOrNull(endpoint.lastDeliveredAtMs),
    previousSecretUntil: toInstantOrNull(endpoint.previousSecretUntilMs),
  };
}

function toFailing({ sinceMs, deliveryId, attempt, nextAttemptAtMs }: Failing): FailingDelivery {
  return {
    since: toInstant(sinceMs),
    deliveryId,
    attempt: attempt === undefined ? null : toAttempt(attempt),
    nextAttemptAt: toInstantOrNull(nextAttemptAtMs),
  };
}

export function toDelivery({ id, webhookId, eventType, ...delivery }: DeliveryMessage): Delivery {
  return {
    id,
    webhookId,
    eventType,
    blockHeight: Number(delivery.blockHeight),
    state: DELIVERY_STATES[delivery.state],
    payload: delivery.payloadJson,
    attempts: delivery.attempts.map(toAttempt),
    createdAt: toInstant(delivery.createdAtMs),
    nextAttemptAt: toInstantOrNull(delivery.nextAttemptAtMs),
  };
}

export function toAttempt({
  atMs,
  durationMs,
  url,
  requestHeadersJson,
  status,
  responseBody,
  error,
}: Attempt): DeliveryAttempt {
  return {
    at: toInstant(atMs),
    durationMs,
    url,
    requestHeaders: JSON.parse(requestHeadersJson),
    status: status ?? null,
    responseBody,
    error: error || null,
  };
}

export function toInstant(milliseconds: bigint): string {
  return new Date(Number(milliseconds)).toISOString();
}

function toInstantOrNull(milliseconds: bigint | undefined): string | null {
  return milliseconds === undefined ? null : toInstant(milliseconds);
}

/** An endpoint as those see it who do not manage webhooks: what may be a token in its URL is hidden, also where a receiver has repeated it. */
export function toSeenWebhook(endpoint: Endpoint): Webhook {
  const webhook = toWebhook(endpoint);
  const { url, disabledReason, trouble, failing } = webhook;
  return {
    ...webhook,
    url: hideUrl(url),
    disabledReason: disabledReason && hideUrlIn(disabledReason, url),
    trouble: trouble && hideUrlIn(trouble, url),
    failing: failing && { ...failing, attempt: failing.attempt && hideAttempt(failing.attempt) },
  };
}

/** A delivery as they see it. */
export function toSeenDelivery(delivery: DeliveryMessage): Delivery {
  const shown = toDelivery(delivery);
  return { ...shown, attempts: shown.attempts.map(hideAttempt) };
}

function hideAttempt(attempt: DeliveryAttempt): DeliveryAttempt {
  const { url, responseBody, error } = attempt;
  return {
    ...attempt,
    url: hideUrl(url),
    responseBody: hideUrlIn(responseBody, url),
    error: error && hideUrlIn(error, url),
  };
}
