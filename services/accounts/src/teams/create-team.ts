import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import { insertTeam, type TeamOnPlan } from '#/db/teams.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { getUser } from '#/users/get-user.ts';
import { createSlug } from './create-slug.ts';

/**
 * Makes a team that one user owns.
 * @param planId the default plan if undefined
 * Throws AccountsError UNKNOWN_USER or UNKNOWN_PLAN; then there is no team.
 */
export function createTeam(
  { db }: { db: Database },
  actor: Actor,
  { name, ownerEmail, planId }: { name: string; ownerEmail: string; planId?: string | undefined },
): Promise<TeamOnPlan> {
  return db.$transaction(async (tx) => {
    if (planId !== undefined) await checkPlan(tx, planId);
    const owner = await getUser(tx, ownerEmail);
    const team = await insertTeam(tx, { name, slug: createSlug(name), planId, ownerId: owner.id });
    const details = { name, slug: team.slug, plan: team.planId, owner: owner.email };
    await recordAudit(tx, actor, { action: 'team.create', teamId: team.id, subjectId: team.id, details });
    return team;
  });
}
