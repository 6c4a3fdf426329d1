import type { KeyEnvironment, Prisma } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';
import { behind, type Place } from './list-cursor.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Postgres refuses any other text for a key's id. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const withOwner = { include: { team: { include: { plan: true } }, createdBy: true } } as const;

export type OwnedKey = Prisma.ApiKeyGetPayload<typeof withOwner>;

export function insertApiKey(db: Connection, data: Prisma.ApiKeyUncheckedCreateInput): Promise<OwnedKey> {
  return db.apiKey.create({ data, ...withOwner });
}

export function listApiKeysByIds(db: Connection, ids: string[]): Promise<OwnedKey[]> {
  return db.apiKey.findMany({ where: { id: { in: ids } }, ...withOwner });
}

export function listApiKeysByLastFour(db: Connection, lastFour: string): Promise<OwnedKey[]> {
  return db.apiKey.findMany({ where: { lastFour }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], ...withOwner });
}

/** Newest first, without keys of sessions, but with revoked and expired ones. @param teamId undefined: of all teams */
export function listApiKeys(
  db: Connection,
  teamId: string | undefined,
  after?: Place | undefined,
  take?: number,
): Promise<OwnedKey[]> {
  return db.apiKey.findMany({
    where: { isForSession: false, ...(teamId !== undefined && { teamId }), ...behind(after) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(take !== undefined && { take }),
    ...withOwner,
  });
}

export async function findTeamApiKey(db: Connection, teamId: string, id: string): Promise<OwnedKey | null> {
  return isUuid(id) ? db.apiKey.findUnique({ where: { id, teamId }, ...withOwner }) : null;
}

/** Until the transaction ends. @param id any text */
export async function lockApiKey(tx: Connection, id: string): Promise<void> {
  if (isUuid(id)) await tx.$executeRaw`SELECT FROM api_key WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
}

export function countApiKeysSince(db: Connection, teamId: string, since: Date): Promise<number> {
  return db.apiKey.count({ where: { teamId, isForSession: false, createdAt: { gt: since } } });
}

export function countWorkingApiKeys(db: Connection, teamId: string, now: Date): Promise<number> {
  return db.apiKey.count({
    where: { teamId, isForSession: false, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
}

/** @param id a UUID; Postgres refuses anything else */
export function findApiKeyById(db: Connection, id: string): Promise<OwnedKey | null> {
  return db.apiKey.findUnique({ where: { id }, ...withOwner });
}

export function findApiKeyByHash(db: Connection, hash: Uint8Array<ArrayBuffer>): Promise<OwnedKey | null> {
  return db.apiKey.findUnique({ where: { hash }, ...withOwner });
}

/** One statement whatever the reason for a refusal, so that timing reveals nothing. */
export function findWorkingApiKey(db: Connection, hash: Uint8Array<ArrayBuffer>, now: Date): Promise<OwnedKey | null> {
  return db.apiKey.findUnique({
    where: {
      hash,
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        // An ended session ends its keys; a member who left ends those of their sessions and those that manage.
        { OR: [{ isForSession: false }, { sessionId: { not: null }, memberId: { not: null } }] },
        { OR: [{ managesTeam: false }, { memberId: { not: null } }] },
      ],
    },
    ...withOwner,
  });
}

export function findWebhookKey(
  db: Connection,
  teamId: string,
  environment: KeyEnvironment,
  now: Date,
): Promise<OwnedKey | null> {
  return db.apiKey.findFirst({
    where: {
      teamId,
      environment,
      isForWebhooks: true,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...withOwner,
  });
}

export function updateApiKey(db: Connection, id: string, data: Prisma.ApiKeyUncheckedUpdateInput): Promise<OwnedKey> {
  return db.apiKey.update({ where: { id }, data, ...withOwner });
}

/** Skips a key that is being changed, so that nothing waits; the next use is noted. */
export async function updateApiKeyLastUsed(db: Connection, id: string, now: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE api_key SET last_used_at = ${now}
    WHERE id IN (SELECT id FROM api_key WHERE id = ${id}::uuid FOR NO KEY UPDATE SKIP LOCKED)`;
}

export async function deleteTeamApiKeys(tx: Connection, teamId: string): Promise<Uint8Array[]> {
  // Locked by id first: the usage counter locks several keys in the same order.
  await tx.$executeRaw`SELECT id FROM api_key WHERE team_id = ${teamId} ORDER BY id FOR UPDATE`;
  const deleted = await tx.$queryRaw<
    { hash: Uint8Array }[]
  >`DELETE FROM api_key WHERE team_id = ${teamId} RETURNING hash`;
  return deleted.map(({ hash }) => hash);
}
