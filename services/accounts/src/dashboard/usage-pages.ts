import { listApiKeysByIds, type OwnedKey } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import { ListCursor, type Place } from '#/db/list-cursor.ts';
import { listUsageDays, type UsageKey } from '#/db/usage-days.ts';
import type { CallStatus } from '#/generated/prisma/client.ts';
import type { PageEnd, Usage } from './contract.ts';
import { cutPage, pageShape } from './pages.ts';

export const usagePageShape = pageShape(1_000, 5_000);

type Asked = { from: string; to: string; cursor?: string | undefined; limit: number };

/** @param teamId undefined: of all teams */
export async function readUsage(
  { db, cursorSecret }: { db: Database; cursorSecret: string },
  teamId: string | undefined,
  { from, to, cursor, limit }: Asked,
): Promise<{ calls: Usage['calls']; keys: OwnedKey[] } & PageEnd> {
  const cursors = new ListCursor(cursorSecret, `usage ${teamId ?? ''}`);
  const after = cursor === undefined ? undefined : toUsageKey(cursors.read(cursor));
  const found = await listUsageDays(db, { ...(teamId !== undefined && { teamId }), from, to, after, take: limit + 1 });
  const { rows, ...end } = cutPage(found, limit, cursors, toPlace);
  const keys = await listApiKeysByIds(db, [...new Set(rows.map(({ keyId }) => keyId))]);
  // The calls of one key on one day stay far below 2^53.
  return { calls: rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) })), keys, ...end };
}

function toPlace({ day: at, keyId, status }: UsageKey): Place {
  return { at: new Date(at), id: `${keyId}:${status}` };
}

function toUsageKey({ at, id }: Place): UsageKey {
  const [keyId = '', status] = id.split(':');
  return { day: at.toISOString().slice(0, 10), keyId, status: status as CallStatus };
}
