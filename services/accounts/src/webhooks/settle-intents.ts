import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Database } from '#/db/connection.ts';
import { repeat } from '#/repeat.ts';
import { CHANGE_TIMEOUT_MS, type WebhooksClient } from './connect-webhooks.ts';
import { confirmIntent } from './record-change.ts';
import { listStaleIntents, takeIntent } from './webhook-intents.ts';

/** No call is still under way after this time. */
const STALE_SECONDS = (3 * CHANGE_TIMEOUT_MS) / 1_000;
const EVERY_MS = 10_000;
const BATCH = 100;

export type SettleDeps = { db: Database; logger: Logger; webhooks: WebhooksClient };

/** Changes that were not made are dropped for ever. @throws AccountsError WEBHOOKS_AWAY while the service is away */
export async function settleIntents({ db, logger, webhooks }: SettleDeps, staleSeconds = STALE_SECONDS): Promise<void> {
  for (const intent of await listStaleIntents(db, staleSeconds, BATCH)) {
    const response = await webhooks({ method: 'POST', path: `/webhook-changes/${intent.id}/settle` });
    const { wasMade } = (await response.json()) as { wasMade: boolean };
    if (wasMade) await confirmIntent(db, intent);
    else await takeIntent(db, intent.id);
    const { action, teamId } = intent.entry;
    logger.warn({ action, teamId, wasMade }, 'a change of a webhook had lost its answer; it is settled');
  }
}

/** @returns how to stop; resolves when nothing runs any more */
export function startSettling(deps: SettleDeps): () => Promise<void> {
  return repeat(
    () => settleIntents(deps),
    EVERY_MS,
    (error) =>
      deps.logger.warn({ err: error }, 'changes of webhooks that have lost their answers cannot be settled; repeated'),
  );
}
