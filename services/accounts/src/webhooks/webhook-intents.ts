import type { Actor } from '#/audit/actor.ts';
import type { AuditEntry } from '#/audit/record-audit.ts';
import type { Connection } from '#/db/connection.ts';

export type WebhookIntent = { id: string; createdAt: Date; actor: Actor; entry: AuditEntry };

export async function insertIntent(
  db: Connection,
  { id, actor, entry }: Omit<WebhookIntent, 'createdAt'>,
): Promise<void> {
  await db.webhookIntent.create({ data: { id, actor, entry } });
}

/** @returns false: another process has taken it */
export async function takeIntent(db: Connection, id: string): Promise<boolean> {
  const { count } = await db.webhookIntent.deleteMany({ where: { id } });
  return count > 0;
}

/** By the database's clock. */
export async function listStaleIntents(db: Connection, seconds: number, limit: number): Promise<WebhookIntent[]> {
  const rows = await db.$queryRaw<{ id: string; created_at: Date; actor: Actor; entry: AuditEntry }[]>`
    SELECT id, created_at, actor, entry FROM webhook_intent
    WHERE created_at <= now() - make_interval(secs => ${seconds})
    ORDER BY created_at, id LIMIT ${limit}`;
  return rows.map(({ id, created_at: createdAt, actor, entry }) => ({ id, createdAt, actor, entry }));
}
