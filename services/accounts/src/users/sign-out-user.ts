import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import type { User } from '#/generated/prisma/client.ts';
import { getUser } from './get-user.ts';

/** Ends all sessions of a user, on every device. Throws AccountsError UNKNOWN_USER. */
export function signOutUser(
  { db }: { db: Database },
  actor: Actor,
  email: string,
): Promise<{ user: User; sessions: number }> {
  return db.$transaction(async (tx) => {
    const user = await getUser(tx, email);
    const { count: sessions } = await tx.session.deleteMany({ where: { userId: user.id } });
    const details = { email: user.email, sessions };
    await recordAudit(tx, actor, { action: 'user.sign-out', subjectId: user.id, details });
    return { user, sessions };
  });
}
