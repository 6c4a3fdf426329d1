import { randomUUID } from 'node:crypto';
import { noteChange } from '#/db/changes.ts';
import { findNewest, type NewAttempt } from '#/db/deliveries.ts';
import { countTestSend, insertTest, recordTest } from '#/db/test-sends.ts';
import { sendEvent } from '#/delivering/deliver-endpoint.ts';
import { WebhookError } from '#/webhook-error.ts';
import { getEndpoint } from './change-endpoint.ts';
import { readAccess } from './create-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

/** A person waits: a slower receiver is shown as one that does not answer. */
export const TEST_TIMEOUT_MS = 5_000;

/** Counts as a delivery, and is listed even if this process ends early. @throws WebhookError NOT_FOUND, TOO_MANY */
export async function testEndpoint(
  deps: EndpointDeps,
  teamId: string,
  id: string,
  changeId?: string,
): Promise<{ attempt: NewAttempt; payload: string }> {
  const giveBack = deps.places.tests.take(teamId);
  try {
    const endpoint = await getEndpoint(deps, teamId, id);
    const { deliveriesPerSecond, bytesPerEndpoint } = await readAccess(deps, teamId);
    if (!(await countTestSend(deps.db, teamId, deliveriesPerSecond))) {
      throw new WebhookError('TOO_MANY', 'The plan allows no more deliveries in this second. Try again in a moment.');
    }
    const newest = await findNewest(deps.db, id);
    const { data, extensions } =
      newest === null ? { data: { message: 'It works.' }, extensions: {} } : JSON.parse(newest.payload);
    const payload = JSON.stringify({ type: 'webhook.test', timestamp: deps.now().toISOString(), data, extensions });
    const test = await deps.db.$transaction(async (tx) => {
      await noteChange(tx, changeId);
      const event = { key: randomUUID(), blockHeight: newest?.blockHeight ?? 0, payload };
      return insertTest(tx, endpoint, event, bytesPerEndpoint);
    });
    const { attempt } = await sendEvent(deps, endpoint, test, TEST_TIMEOUT_MS);
    await recordTest(deps.db, test, attempt, bytesPerEndpoint);
    return { attempt, payload };
  } finally {
    giveBack();
  }
}
