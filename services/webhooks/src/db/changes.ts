import { WebhookError } from '#/webhook-error.ts';
import type { Connection, Database } from './connection.ts';

/**
 * Notes that the transaction makes a change. It fails if the change was settled before: its caller has the answer that the change was not
 * made, and that stays true.
 * @param changeId UUID of the caller; undefined: the change cannot be settled
 * @throws WebhookError SETTLED; then the transaction must end without a change
 */
export async function noteChange(tx: Connection, changeId: string | undefined): Promise<void> {
  if (changeId === undefined) return;
  const count = await tx.$executeRaw`
    INSERT INTO change (id, is_made) VALUES (${changeId}::uuid, true) ON CONFLICT (id) DO NOTHING`;
  if (count === 0) throw new WebhookError('SETTLED', 'This came too late. Look at the webhook, then try again.');
}

/**
 * Finds out whether a change was made, and sees to it that it is not made later. It waits for a transaction that is making it.
 * @param changeId a UUID
 */
export async function settleChange(db: Database, changeId: string): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO change (id, is_made) VALUES (${changeId}::uuid, false) ON CONFLICT (id) DO NOTHING`;
  if (count > 0) return false;
  return (await db.change.findUnique({ where: { id: changeId } }))?.isMade === true;
}

/** Forgets changes that were made before an instant. */
export async function pruneChanges(db: Connection, before: Date): Promise<void> {
  await db.change.deleteMany({ where: { createdAt: { lt: before } } });
}
