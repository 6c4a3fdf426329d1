import type { CommandContext } from '#/cli/command-context.ts';
import type { Output } from '#/cli/run.ts';
import { showList, showOne } from '#/cli/show.ts';
import { listPlans } from '#/db/plans.ts';
import type { Plan } from '#/generated/prisma/client.ts';
import { changePlan, createPlan, deletePlan, type PlanChange } from '#/plans/plans.ts';

/** `plans list`: smallest month first. */
export async function listPlansCommand({ db }: CommandContext, { json }: Output): Promise<void> {
  const plans = (await listPlans(db)).map((plan) => ({ ...describePlan(plan), teams: plan._count.teams }));
  showList(
    plans,
    {
      headings: ['PLAN', 'CALLS A MONTH', 'CALLS A SECOND', 'STREAMS A KEY', 'TEAMS'],
      cells: ({ id, callsPerMonth, callsPerSecond, streamsPerKey, teams }) => [
        id,
        limitText(callsPerMonth),
        limitText(callsPerSecond),
        limitText(streamsPerKey),
        String(teams),
      ],
      empty: 'There are no plans.',
    },
    json,
  );
}

/** `plans create` */
export async function createPlanCommand(context: CommandContext, plan: Plan, { json }: Output): Promise<void> {
  const created = await createPlan(context, context.operator, plan);
  showOne(describePlan(created), [`Made the plan ${planText(created)}.`], json);
}

/** `plans change` */
export async function changePlanCommand(
  context: CommandContext,
  id: string,
  change: PlanChange,
  { json }: Output,
): Promise<void> {
  const { plan, teams } = await changePlan(context, context.operator, id, change);
  const whom = teams === 1 ? '1 team is' : `${teams} teams are`;
  showOne({ ...describePlan(plan), teams }, [`Changed the plan ${planText(plan)}. ${whom} on it.`], json);
}

/** `plans delete` */
export async function deletePlanCommand(context: CommandContext, id: string, { json }: Output): Promise<void> {
  const plan = await deletePlan(context, context.operator, id);
  showOne(describePlan(plan), [`Deleted the plan ${planText(plan)}.`], json);
}

/** JSON has no integers of any size; a plan's are far below where its numbers lose units. */
function describePlan({ id, callsPerMonth, callsPerSecond, streamsPerKey }: Plan) {
  const perMonth = callsPerMonth === null ? null : Number(callsPerMonth);
  return { id, callsPerMonth: perMonth, callsPerSecond, streamsPerKey };
}

function planText(plan: Plan): string {
  const { id, callsPerMonth, callsPerSecond, streamsPerKey } = describePlan(plan);
  const calls = `calls a month ${limitText(callsPerMonth)}, a second ${limitText(callsPerSecond)}`;
  return `${id}: ${calls}, streams a key ${limitText(streamsPerKey)}`;
}

function limitText(limit: number | null): string {
  return limit === null ? 'not limited' : String(limit);
}
