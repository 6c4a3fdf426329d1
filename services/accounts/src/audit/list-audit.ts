import { AccountsError } from '#/accounts-error.ts';
import { isUuid } from '#/db/api-keys.ts';
import type { Connection } from '#/db/connection.ts';
import type { AuditEntry } from '#/generated/prisma/client.ts';

export type AuditPage = {
  entries: AuditEntry[];
  /** Continues after the last entry; null when there is no more. */
  nextCursor: string | null;
};

/**
 * Lists the audit log, newest first; one team's entries if `teamId` is given, else all.
 * @param cursor `nextCursor` of the page before. Throws AccountsError BAD_CURSOR on anything else.
 */
export async function listAudit(
  db: Connection,
  { teamId, cursor, limit }: { teamId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<AuditPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const entries = await db.auditEntry.findMany({
    where: {
      ...(teamId !== undefined && { teamId }),
      ...(after !== undefined && { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] }),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  return { entries: page, nextCursor: entries.length > limit && last !== undefined ? writeCursor(last) : null };
}

function writeCursor({ at, id }: Pick<AuditEntry, 'at' | 'id'>): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

function readCursor(text: string): { at: Date; id: string } {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (!/^\d{1,15}$/.test(time) || !isUuid(id)) throw new AccountsError('BAD_CURSOR', 'The cursor is not one of ours');
  return { at: new Date(Number(time)), id };
}
