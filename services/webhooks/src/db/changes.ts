import { WebhookError } from '#/webhook-error.ts';
import type { Connection, Database } from './connection.ts';

/** @throws WebhookError SETTLED if the caller was already answered that it was not made; the transaction must end without it */
export async function noteChange(tx: Connection, changeId: string | undefined): Promise<void> {
  if (changeId === undefined) return;
  const count = await tx.$executeRaw`
    INSERT INTO change (id, is_made) VALUES (${changeId}::uuid, true) ON CONFLICT (id) DO NOTHING`;
  if (count === 0) throw new WebhookError('SETTLED', 'This came too late. Look at the webhook, then try again.');
}

/** Waits for a transaction that is making the change, and prevents a later one. @param changeId a UUID */
export async function settleChange(db: Database, changeId: string): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO change (id, is_made) VALUES (${changeId}::uuid, false) ON CONFLICT (id) DO NOTHING`;
  if (count > 0) return false;
  return (await db.change.findUnique({ where: { id: changeId } }))?.isMade === true;
}

export async function pruneChanges(db: Connection, before: Date): Promise<void> {
  await db.change.deleteMany({ where: { createdAt: { lt: before } } });
}
