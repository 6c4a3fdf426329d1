import type { Connection } from '#/db/connection.ts';
import type { Place } from '#/db/list-cursor.ts';
import type { AuditEntry } from '#/generated/prisma/client.ts';

export type AuditPage = {
  entries: AuditEntry[];
  next: Place | null;
};

export async function listAudit(
  db: Connection,
  { teamId, after, limit }: { teamId?: string | undefined; after?: Place | undefined; limit: number },
): Promise<AuditPage> {
  const entries = await db.auditEntry.findMany({
    where: {
      ...(teamId !== undefined && { teamId }),
      ...(after !== undefined && { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] }),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? (page.at(-1) ?? null) : null };
}
