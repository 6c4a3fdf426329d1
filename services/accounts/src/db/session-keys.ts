import type { ApiKey, KeyEnvironment } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

/** A session, and the place in a team of the person whose it is. */
export type SessionOfMember = { sessionId: string; memberId: string; endsAt: Date };

/** Keeps the session, and the person in the team, until the transaction ends. Undefined if either is gone. */
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

/** The key of a session for a team, if it works. */
export function findSessionKey(
  db: Connection,
  { sessionId, teamId, environment }: { sessionId: string; teamId: string; environment: KeyEnvironment },
  now: Date,
): Promise<ApiKey | null> {
  return db.apiKey.findFirst({
    where: { sessionId, teamId, environment, memberId: { not: null }, revokedAt: null, expiresAt: { gt: now } },
  });
}

/** The one key for sessions that a member has for an environment, whichever session has it, and whether or not it works. */
export function findMemberSessionKey(
  db: Connection,
  memberId: string,
  environment: KeyEnvironment,
): Promise<ApiKey | null> {
  return db.apiKey.findFirst({ where: { memberId, environment, isForSession: true } });
}

/**
 * Revokes the keys that work no more because their session, or their person's place in the team, is gone. Returns their hashes; each hash
 * once, whoever asks.
 */
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

/** Deletes keys of sessions that were revoked before then and have no usage. */
export async function deleteUnusedSessionKeys(db: Connection, before: Date): Promise<void> {
  await db.apiKey.deleteMany({ where: { isForSession: true, revokedAt: { lt: before }, usage: { none: {} } } });
}
