import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { type EndingDeps, endSessionKeys } from '#/events/end-session-keys.ts';
import type { User } from '#/generated/prisma/client.ts';
import { getUser } from './get-user.ts';

/** On every device. Throws AccountsError UNKNOWN_USER. */
export async function signOutUser(
  deps: EndingDeps,
  actor: Actor,
  email: string,
): Promise<{ user: User; sessions: number }> {
  const outcome = await deps.db.$transaction(async (tx) => {
    const user = await getUser(tx, email);
    const { count: sessions } = await tx.session.deleteMany({ where: { userId: user.id } });
    const details = { email: user.email, sessions };
    await recordAudit(tx, actor, { action: 'user.sign-out', subjectId: user.id, details });
    return { user, sessions };
  });
  await endSessionKeys(deps);
  return outcome;
}
