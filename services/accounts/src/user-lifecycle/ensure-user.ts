import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Connection, Database } from '#/db/connection.ts';
import type { TeamOnPlan } from '#/db/teams.ts';
import { findUserByEmail, insertUserIfNew } from '#/db/users.ts';
import type { User } from '#/generated/prisma/client.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { ensurePersonalTeam } from '#/teams/ensure-personal-team.ts';

export type UserRequest = {
  /** Any case: stored and compared in lower case. */
  email: string;
  name?: string | undefined;
  /** Plan of a new team, undefined: the default one; an existing team keeps its own. */
  planId?: string | undefined;
};

export type UserWithTeam = { user: User; team: TeamOnPlan };

/** A user made here has no password: they get one by asking for a reset. */
export async function ensureUser(
  tx: Connection,
  actor: Actor,
  { email: givenEmail, name, planId }: UserRequest,
): Promise<UserWithTeam> {
  const email = givenEmail.toLowerCase();
  const isNew = await insertUserIfNew(tx, { email, name: name ?? email.slice(0, email.lastIndexOf('@')) });
  const user = await tx.user.findUniqueOrThrow({ where: { email } });
  const team = await ensurePersonalTeam(tx, user, planId);
  if (isNew)
    await recordAudit(tx, actor, { action: 'user.create', teamId: team.id, subjectId: user.id, details: { email } });
  return { user, team };
}

/** Has no password. Throws AccountsError USER_EXISTS or UNKNOWN_PLAN. */
export function createUser(
  { db }: { db: Database },
  actor: Actor,
  { email, name, planId }: { email: string; name?: string | undefined; planId?: string | undefined },
): Promise<UserWithTeam> {
  return db.$transaction(async (tx) => {
    if ((await findUserByEmail(tx, email.toLowerCase())) !== null)
      throw new AccountsError('USER_EXISTS', `There is a user ${email.toLowerCase()}`);
    if (planId !== undefined) await checkPlan(tx, planId);
    return ensureUser(tx, actor, { email, name, planId });
  });
}
