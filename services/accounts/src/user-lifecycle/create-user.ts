import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import type { Database } from '#/db/connection.ts';
import { findUserByEmail } from '#/db/users.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { ensureUser, type UserWithTeam } from './ensure-user.ts';

/** Makes a user without a password, and their own team. Throws AccountsError USER_EXISTS or UNKNOWN_PLAN; then nothing is made. */
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
