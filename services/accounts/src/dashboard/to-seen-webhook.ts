import type { Delivery as DeliveryMessage, Endpoint } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { hideUrl, hideUrlIn } from '#/webhooks/hide-url.ts';
import { toDelivery, toWebhook } from './to-webhook.ts';
import type { Delivery, DeliveryAttempt, Webhook } from './webhook-contract.ts';

/** An endpoint as those see it who do not manage webhooks: what may be a token in its URL is hidden, also where a receiver has repeated it. */
export function toSeenWebhook(endpoint: Endpoint): Webhook {
  const webhook = toWebhook(endpoint);
  const { url, disabledReason, trouble } = webhook;
  return {
    ...webhook,
    url: hideUrl(url),
    disabledReason: disabledReason && hideUrlIn(disabledReason, url),
    trouble: trouble && hideUrlIn(trouble, url),
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
