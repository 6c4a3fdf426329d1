import { randomUUID } from 'node:crypto';
import { findNewest, type NewAttempt } from '#/db/deliveries.ts';
import { sendEvent } from '#/delivering/deliver-endpoint.ts';
import { getEndpoint } from './change-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

/**
 * Sends a signed example at once: the newest event of the endpoint, or a made-up one before the first, with the type `webhook.test`.
 * @throws WebhookError NOT_FOUND
 */
export async function testEndpoint(
  deps: EndpointDeps,
  teamId: string,
  id: string,
): Promise<{ attempt: NewAttempt; payload: string }> {
  const endpoint = await getEndpoint(deps, teamId, id);
  const newest = await findNewest(deps.db, id);
  const { data, extensions } =
    newest === null ? { data: { message: 'It works.' }, extensions: {} } : JSON.parse(newest.payload);
  const payload = JSON.stringify({ type: 'webhook.test', timestamp: deps.now().toISOString(), data, extensions });
  const { attempt } = await sendEvent(deps, endpoint, { webhookId: `msg_test_${randomUUID()}`, payload });
  return { attempt, payload };
}
