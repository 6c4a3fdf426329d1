import type { ApiKey, KeyEnvironment } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

export type SessionOfMember = { sessionId: string; memberId: string; endsAt: Date };

/** Locks both until the transaction ends. Undefined if either is gone. */
export async function lockSessionOfMember(
  tx: Connection,
  sessionId: string,
  teamId: string,
): Promise<SessionOfMember | undefined> {
  const [found] = await tx.$queryRaw<SessionOfMember[]>`
    SELECT session.id AS "sessionId", member.id AS "memberId", session.expires_at AS "endsAt"
      FROM session
      JOIN member ON member.user_id = session.user_id
     WHERE session.id = ${sessionId} AND member.team_id = ${teamId}
       FOR KEY SHARE`;
  return found;
}

export function findSessionKey(
  db: Connection,
  { sessionId, teamId, environment }: { sessionId: string; teamId: string; environment: KeyEnvironment },
  now: Date,
): Promise<ApiKey | null> {
  return db.apiKey.findFirst({
    where: { sessionId, teamId, environment, memberId: { not: null }, revokedAt: null, expiresAt: { gt: now } },
  });
}

export function findMemberSessionKey(
  db: Connection,
  memberId: string,
  environment: KeyEnvironment,
): Promise<ApiKey | null> {
  return db.apiKey.findFirst({ where: { memberId, environment, isForSession: true } });
}

/** Returns the hashes, each once, whoever asks. */
export async function revokeEndedSessionKeys(db: Connection, now: Date): Promise<Uint8Array[]> {
  const revoked = await db.$queryRaw<{ hash: Uint8Array }[]>`
    UPDATE api_key SET revoked_at = ${now}
     WHERE id IN (
       SELECT id FROM api_key
        WHERE (is_for_session AND revoked_at IS NULL AND (session_id IS NULL OR member_id IS NULL))
           OR (manages_team AND revoked_at IS NULL AND member_id IS NULL)
        ORDER BY id
          FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING hash`;
  return revoked.map(({ hash }) => hash);
}

export async function deleteUnusedSessionKeys(db: Connection, before: Date): Promise<void> {
  await db.apiKey.deleteMany({ where: { isForSession: true, revokedAt: { lt: before }, usage: { none: {} } } });
}
