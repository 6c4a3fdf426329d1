import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { type AuditDetails, recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import { DEFAULT_PLAN, findPlan, lockPlan } from '#/db/plans.ts';
import { listTeamIdsOnPlan } from '#/db/teams.ts';
import type { ChangeDeps } from '#/events/announcer.ts';
import type { Plan } from '#/generated/prisma/client.ts';

/** Null: not limited. Absent members stay as they are. */
export type PlanChange = {
  callsPerMonth?: bigint | null | undefined;
  callsPerSecond?: number | null | undefined;
  streamsPerKey?: number | null | undefined;
  sendsPerMinute?: number | null | undefined;
  workUnderWay?: number | null | undefined;
  webhookEndpoints?: number | null | undefined;
  webhookDeliveriesPerSecond?: number | null | undefined;
  webhookMegabytesPerEndpoint?: number | null | undefined;
};

/** Throws AccountsError PLAN_EXISTS. */
export function createPlan({ db }: { db: Database }, actor: Actor, plan: Plan): Promise<Plan> {
  return db.$transaction(async (tx) => {
    if ((await findPlan(tx, plan.id)) !== null)
      throw new AccountsError('PLAN_EXISTS', `There is a plan ${JSON.stringify(plan.id)}`);
    await recordAudit(tx, actor, { action: 'plan.create', subjectId: plan.id, details: describeLimits(plan) });
    return tx.plan.create({ data: plan });
  });
}

/** Applies to all its teams at once. Throws AccountsError UNKNOWN_PLAN. */
export async function changePlan(
  { db, announcer }: ChangeDeps,
  actor: Actor,
  planId: string,
  change: PlanChange,
): Promise<{ plan: Plan; teams: number }> {
  const { plan, teamIds } = await db.$transaction(async (tx) => {
    const before = (await lockPlan(tx, planId)) ?? unknownPlan(planId);
    const wanted = Object.fromEntries(Object.entries(change).filter(([, limit]) => limit !== undefined));
    const { id: _id, ...limits } = { ...before, ...wanted };
    const changed = await tx.plan.update({ where: { id: planId }, data: limits });
    await recordAudit(tx, actor, { action: 'plan.change', subjectId: planId, details: describeLimits(changed) });
    return { plan: changed, teamIds: await listTeamIdsOnPlan(tx, planId) };
  });
  await Promise.all(teamIds.map((teamId) => announcer.teamChanged(teamId)));
  return { plan, teams: teamIds.length };
}

/** Throws AccountsError UNKNOWN_PLAN, PLAN_IN_USE, or PLAN_IS_DEFAULT for the plan of new teams. */
export function deletePlan({ db }: { db: Database }, actor: Actor, planId: string): Promise<Plan> {
  return db.$transaction(async (tx) => {
    const plan = (await lockPlan(tx, planId)) ?? unknownPlan(planId);
    if (planId === DEFAULT_PLAN)
      throw new AccountsError('PLAN_IS_DEFAULT', `New teams get the plan ${planId}: it stays`);
    const { length: teams } = await listTeamIdsOnPlan(tx, planId);
    if (teams > 0)
      throw new AccountsError('PLAN_IN_USE', `${teams} ${teams === 1 ? 'team is' : 'teams are'} on the plan ${planId}`);
    await recordAudit(tx, actor, { action: 'plan.delete', subjectId: planId, details: describeLimits(plan) });
    await tx.plan.delete({ where: { id: planId } });
    return plan;
  });
}

function unknownPlan(planId: string): never {
  throw new AccountsError('UNKNOWN_PLAN', `There is no plan ${JSON.stringify(planId)}`);
}

function describeLimits({ id: _id, callsPerMonth, ...limits }: Plan): AuditDetails {
  // JSON has no integers of this size.
  return { callsPerMonth: callsPerMonth === null ? null : String(callsPerMonth), ...limits };
}
