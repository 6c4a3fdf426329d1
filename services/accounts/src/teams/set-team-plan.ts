import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { type TeamOnPlan, updateTeam } from '#/db/teams.ts';
import type { ChangeDeps } from '#/events/change-deps.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { lockTeam } from './lock-team.ts';

/** Puts a team on a plan, from this moment on: calls already made this month count on it too. Throws AccountsError UNKNOWN_TEAM or UNKNOWN_PLAN. */
export async function setTeamPlan(
  { db, announcer }: ChangeDeps,
  actor: Actor,
  teamId: string,
  planId: string,
): Promise<TeamOnPlan> {
  const changed = await db.$transaction(async (tx) => {
    const team = await lockTeam(tx, teamId);
    await checkPlan(tx, planId);
    if (team.planId === planId) return team;
    const details = { from: team.planId, to: planId };
    await recordAudit(tx, actor, { action: 'team.set-plan', teamId, subjectId: teamId, details });
    return updateTeam(tx, teamId, { planId });
  });
  await announcer.teamChanged(teamId);
  return changed;
}
