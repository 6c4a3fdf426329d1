import { hideUrl, hideUrlIn } from '@ledgergraph/proto-schemas/webhooks/hide-url';
import type {
  Delivery,
  DeliveryAttempt,
  Webhook,
  WebhookEventType,
} from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import type { DeliveryWithAttempts, NewAttempt } from '#/db/deliveries.ts';
import type { Endpoint } from '#/db/endpoints.ts';
import type { EventType } from '#/events/event-catalog.ts';

export interface EndpointState {
  queued: number;
  failing: DeliveryWithAttempts | null;
  now: Date;
}

/** @param isWhole false: hides possible tokens in its URL, also where a receiver has repeated them */
export function toWebhook(endpoint: Endpoint, { queued, failing, now }: EndpointState, isWhole: boolean): Webhook {
  const { id, url, state, failingSince, previousSecretUntil: previousUntil } = endpoint;
  const shown = (text: string): string | null => (text === '' ? null : isWhole ? text : hideUrlIn(text, url));
  const isFailing = state === 'active' && failingSince !== null && failing !== null;
  const [last] = failing?.attempts ?? [];
  return {
    id,
    environment: endpoint.environment,
    url: isWhole ? url : hideUrl(url),
    description: endpoint.description,
    eventType: endpoint.eventType,
    operation: endpoint.operation,
    variables: endpoint.variables as Record<string, unknown>,
    isParallel: endpoint.isParallel,
    state: isFailing ? 'failing' : state,
    failing: isFailing
      ? {
          since: failingSince.toISOString(),
          deliveryId: String(failing.id),
          attempt: last === undefined ? null : toAttempt(last, isWhole),
          nextAttemptAt: nextAttemptOf(failing),
        }
      : null,
    disabledReason: state === 'disabled' ? shown(endpoint.disabledReason) : null,
    trouble: state === 'active' ? shown(endpoint.trouble) : null,
    positionHeight: endpoint.positionHeight,
    queuedDeliveries: queued,
    createdAt: endpoint.createdAt.toISOString(),
    lastDeliveredAt: endpoint.lastDeliveredAt?.toISOString() ?? null,
    previousSecretUntil: previousUntil !== null && previousUntil > now ? previousUntil.toISOString() : null,
  };
}

export function toDelivery(delivery: DeliveryWithAttempts, isWhole: boolean): Delivery {
  const { id, webhookId, eventType, blockHeight, payload, createdAt } = delivery;
  return {
    id: String(id),
    webhookId,
    eventType,
    blockHeight,
    // Lists contain no delivery that is only noted.
    state: delivery.state as Delivery['state'],
    payload,
    attempts: delivery.attempts.map((attempt) => toAttempt(attempt, isWhole)),
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptOf(delivery),
  };
}

export function toAttempt(
  attempt: NewAttempt | DeliveryWithAttempts['attempts'][number],
  isWhole: boolean,
): DeliveryAttempt {
  const { at, durationMs, url, requestHeaders, status, responseBody, error } = attempt;
  return {
    at: at.toISOString(),
    durationMs,
    url: isWhole ? url : hideUrl(url),
    requestHeaders: requestHeaders as Record<string, string>,
    status,
    responseBody: isWhole ? responseBody : hideUrlIn(responseBody, url),
    error: error === '' ? null : isWhole ? error : hideUrlIn(error, url),
  };
}

export function toEventType({ name, description, family }: EventType): WebhookEventType {
  const variables = family.variables.map(({ pattern: _, fault: __, ...variable }) => variable);
  return { name, description, operation: family.operation, variables };
}

function nextAttemptOf({ state, nextAttemptAt }: DeliveryWithAttempts): string | null {
  return state === 'queued' ? nextAttemptAt.toISOString() : null;
}
