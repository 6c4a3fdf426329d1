import type { AuditEntry } from '#/generated/prisma/client.ts';
import type { AuditPage } from './contract.ts';

export function toEntry(entry: AuditEntry): AuditPage['entries'][number] {
  const { id, at, actorKind, actorName, actorKey, action, subjectId, details, ipAddress } = entry;
  return {
    id,
    at: at.toISOString(),
    actor: { kind: actorKind, name: actorName, key: actorKey },
    action,
    subjectId,
    details: details as Record<string, unknown>,
    ipAddress,
  };
}
