import type { WebhookEventType } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import type { AuditEntry } from '#/audit/record-audit.ts';
import type { KeyDeps } from '#/keys/key-deps.ts';
import type { WebhooksClient, WebhooksRequest } from './connect-webhooks.ts';
import { ensureWebhookKey } from './ensure-webhook-key.ts';
import { onRecord } from './record-change.ts';

export type WebhookDeps = KeyDeps & { webhooks: WebhooksClient };

export type WebhookPlace = { teamId: string; webhookId: string };

/** @throws WebhookRefusal; AccountsError NO_WEBHOOKS, or WEBHOOKS_AWAY: then the change may have been made, and is on record if so */
export function changeWebhooks(
  deps: WebhookDeps,
  actor: Actor,
  entry: AuditEntry,
  request: WebhooksRequest,
): Promise<{ status: number; json: string }> {
  return onRecord(deps, actor, entry, async (changeId) => {
    const response = await deps.webhooks({ ...request, role: 'manager', changeId });
    return { status: response.status, json: await response.text() };
  });
}

/** Throws AccountsError UNKNOWN_EVENT_TYPE. Other parts of a source are checked where they are used. */
export async function checkEventType({ webhooks }: WebhookDeps, eventType: string | null): Promise<void> {
  if (eventType === null) return;
  const response = await webhooks({ path: '/webhook-event-types' });
  const { eventTypes } = (await response.json()) as { eventTypes: WebhookEventType[] };
  if (eventTypes.some(({ name }) => name === eventType)) return;
  throw new AccountsError('UNKNOWN_EVENT_TYPE', `There is no event type ${JSON.stringify(eventType)}.`);
}

/** The webhooks' key may have been revoked since this webhook was made. */
export async function restoreKey(deps: WebhookDeps, actor: Actor, { teamId, webhookId }: WebhookPlace): Promise<void> {
  const response = await deps.webhooks({ path: `/teams/${teamId}/webhooks` });
  const { webhooks } = (await response.json()) as { webhooks: { id: string; environment: 'live' | 'test' }[] };
  const found = webhooks.find(({ id }) => id === webhookId);
  if (found !== undefined) await ensureWebhookKey(deps, actor, teamId, found.environment);
}
