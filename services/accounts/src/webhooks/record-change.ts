import { randomUUID } from 'node:crypto';
import type { Actor } from '#/audit/actor.ts';
import { type AuditEntry, recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import { WebhookRefusal } from './connect-webhooks.ts';
import { insertIntent, takeIntent, type WebhookIntent } from './webhook-intents.ts';

/**
 * Stores the intent first, without an open transaction, so that `settleIntents` can find the outcome if the answer is lost.
 * @throws WebhookRefusal: nothing has changed; AccountsError WEBHOOKS_AWAY: the outcome is not known yet
 */
export async function onRecord<Done>(
  { db }: { db: Database },
  actor: Actor,
  entry: AuditEntry,
  act: (changeId: string) => Promise<Done>,
): Promise<Done> {
  const intent = { id: randomUUID(), actor, entry };
  await insertIntent(db, intent);
  let done: Done;
  try {
    done = await act(intent.id);
  } catch (error) {
    if (error instanceof WebhookRefusal) await leaveToRepair(takeIntent(db, intent.id));
    throw error;
  }
  await leaveToRepair(confirmIntent(db, intent));
  return done;
}

/** Records once, however many do so. @param createdAt time of the intent; absent: now */
export async function confirmIntent(
  db: Database,
  { id, actor, entry, createdAt }: Omit<WebhookIntent, 'createdAt'> & { createdAt?: Date },
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (await takeIntent(tx, id)) await recordAudit(tx, actor, entry, createdAt);
  });
}

/** The caller gets the known outcome. If the database fails, the intent stays and is settled later. */
async function leaveToRepair(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
