import { recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import { rememberNetwork } from '#/db/known-networks.ts';
import { ensurePersonalTeam } from '#/teams/ensure-personal-team.ts';
import { networkOf } from './network-of.ts';

/** For one person: one more sign-in ends the oldest session. */
export const SESSIONS_MAX = 50;

type Person = { id: string; email: string };

export async function greetUser(db: Database, user: Person, headers: Headers | undefined): Promise<void> {
  await recordAudit(db, actorOf(user, headers), {
    action: 'user.create',
    subjectId: user.id,
    details: { email: user.email },
  });
}

/** Runs at sign-in rather than sign-up: a failure is repaired at the next sign-in, and unconfirmed addresses leave no teams behind. */
async function adoptUser(db: Database, userId: string): Promise<void> {
  if ((await db.member.count({ where: { userId } })) > 0) return;
  await db.$transaction(async (tx) => {
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await ensurePersonalTeam(tx, user);
  });
}

/** A link from a mail proves that the address is the user's. */
export async function finishReset(db: Database, user: Person, headers: Headers | undefined): Promise<void> {
  await rememberPlace(db, user, headers?.get('x-forwarded-for') ?? null);
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await recordAudit(tx, actorOf(user, headers), { action: 'user.reset-password', subjectId: user.id });
  });
}

export async function welcomeUser(
  db: Database,
  { userId, ipAddress }: { userId: string; ipAddress?: string | null | undefined },
): Promise<void> {
  await adoptUser(db, userId);
  const old = await db.session.findMany({
    where: { userId },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: SESSIONS_MAX,
  });
  if (old.length > 0) await db.session.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  await rememberPlace(db, await db.user.findUniqueOrThrow({ where: { id: userId } }), ipAddress ?? null);
}

async function rememberPlace(db: Database, { email }: Pick<Person, 'email'>, ipAddress: string | null): Promise<void> {
  await rememberNetwork(db, email, networkOf(ipAddress));
}

function actorOf({ id, email }: Person, headers: Headers | undefined) {
  return { kind: 'user', id, name: email, ipAddress: headers?.get('x-forwarded-for') ?? null } as const;
}
