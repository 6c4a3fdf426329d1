import { randomUUID } from 'node:crypto';
import type { Actor } from '#/audit/actor.ts';
import { type AuditEntry, recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import { WebhookRefusal } from './connect-webhooks.ts';
import { insertIntent, takeIntent, type WebhookIntent } from './webhook-intents.ts';

/**
 * Has the service of webhooks make a change, and puts it on record. No transaction is open during the call, however long it takes. What is
 * intended is stored before it: when this process ends in between, or the answer is lost, `settleIntents` finds out what became of it.
 * @param act makes the change under the id that it is given
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

/** Puts a change that was made on record, once, however many do so. @param createdAt when it was intended; absent: now */
export async function confirmIntent(
  db: Database,
  { id, actor, entry, createdAt }: Omit<WebhookIntent, 'createdAt'> & { createdAt?: Date },
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (await takeIntent(tx, id)) await recordAudit(tx, actor, entry, createdAt);
  });
}

/** The outcome is known and the caller gets it. The intent is still there if the database has failed, and is settled later. */
async function leaveToRepair(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
