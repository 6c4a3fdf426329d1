import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import type { Database } from '#/db/connection.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { ensureUser } from '#/user-lifecycle/ensure-user.ts';
import { addKey, type CreatedKey, type KeyRequest } from './create-key.ts';
import type { KeySettings } from './key-deps.ts';

export type UserKeyRequest = KeyRequest & {
  email: string;
  /** A new team gets this plan; an existing one must be on it. */
  planId?: string | undefined;
};

/** User and team are made if they are new. Throws AccountsError UNKNOWN_PLAN, TEAM_ON_OTHER_PLAN or EXPIRY_NOT_AHEAD. */
export function createKeyForUser(
  { db, now, brand, pepper }: KeySettings & { db: Database; now: () => Date },
  actor: Actor,
  { email, planId, ...request }: UserKeyRequest,
): Promise<CreatedKey> {
  return db.$transaction(async (tx) => {
    if (planId !== undefined) await checkPlan(tx, planId);
    const { team } = await ensureUser(tx, actor, { email, planId });
    if (planId !== undefined && team.planId !== planId) {
      throw new AccountsError(
        'TEAM_ON_OTHER_PLAN',
        `The team ${team.slug} is on the plan ${team.planId}, which all its keys share`,
      );
    }
    return addKey({ tx, now, brand, pepper }, actor, team.id, request);
  });
}
