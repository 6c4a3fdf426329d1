import { type Client, createClient } from '@connectrpc/connect';
import { WebhookService } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { AccountsError } from '#/accounts-error.ts';

export type WebhooksClient = Client<typeof WebhookService>;

/**
 * The service that keeps and delivers webhooks.
 * @param url where it is; undefined: this installation has none, and each use throws AccountsError NO_WEBHOOKS
 */
export function connectWebhooks(url: string | undefined, secret: string): () => WebhooksClient {
  const client = url === undefined ? undefined : createClient(WebhookService, createInternalTransport(url, secret));
  return () => {
    if (client === undefined) throw new AccountsError('NO_WEBHOOKS', 'This installation has no webhooks.');
    return client;
  };
}

/**
 * Milliseconds that a call of the service of webhooks may take: less than the gateway waits for an answer of the dashboard (15 s). The service
 * gives a receiver of a test event 5 s.
 */
export const CHANGE_TIMEOUT_MS = 12_000;
