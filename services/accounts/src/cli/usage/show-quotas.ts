import type { CommandContext } from '#/cli/command-context.ts';
import { type Output, showList, type Table, toMinutes } from '#/cli/output.ts';
import { listTeams, type TeamOnPlan } from '#/db/teams.ts';
import { findQuotaState, type QuotaState } from '#/quota/quota-state.ts';
import { getTeam } from '#/teams/get-team.ts';

const table: Table<DescribedQuota> = {
  headings: ['TEAM', 'PLAN', 'CALLS A MONTH', 'SPENT', 'FREE', 'AT GATEWAYS', 'RESETS'],
  cells: ({ team, plan, limit, spent, free, atGateways, resetsAt }) => [
    team.slug,
    plan,
    limit === null ? 'not limited' : String(limit),
    String(spent),
    free === null ? '-' : String(free),
    String(atGateways),
    toMinutes(resetsAt),
  ],
  empty: 'No teams yet.',
};

/** `quota show`: the current month of every team, or of one. */
export async function showQuotasCommand(
  { db, now }: CommandContext,
  { team: reference, json }: Output & { team?: string },
): Promise<void> {
  const teams = reference === undefined ? await listTeams(db) : [await getTeam(db, reference)];
  const at = now();
  const quotas: DescribedQuota[] = [];
  for (const team of teams) {
    const quota = await findQuotaState(db, team.id, at);
    // Null: deleted while we looked.
    if (quota !== null) quotas.push(describeQuota(team, quota));
  }
  showList(quotas, table, json);
}

type DescribedQuota = ReturnType<typeof describeQuota>;

function describeQuota(team: TeamOnPlan, { planId, limit, spent, free, outstanding, startsAt, endsAt }: QuotaState) {
  return {
    team: { id: team.id, slug: team.slug },
    plan: planId,
    limit: limit === null ? null : Number(limit),
    spent: Number(spent),
    free: limit === null ? null : Number(free),
    atGateways: Number(outstanding),
    startsAt: startsAt.toISOString(),
    resetsAt: endsAt.toISOString(),
  };
}
