import type { CommandContext } from '#/cli/command-context.ts';
import type { Output } from '#/cli/run.ts';
import { showList, showOne } from '#/cli/show.ts';
import { listPlans } from '#/db/plans.ts';
import type { Plan } from '#/generated/prisma/client.ts';
import { changePlan, createPlan, deletePlan, type PlanChange } from '#/plans/plans.ts';

/** Limits of a plan, as they are spoken of. */
const LIMITS = [
  { name: 'callsPerMonth', heading: 'CALLS A MONTH', words: 'calls a month' },
  { name: 'callsPerSecond', heading: 'CALLS A SECOND', words: 'calls a second' },
  { name: 'streamsPerKey', heading: 'STREAMS A KEY', words: 'streams a key' },
  { name: 'sendsPerMinute', heading: 'SENDS A MINUTE', words: 'transactions sent a minute by a key' },
  { name: 'webhookEndpoints', heading: 'WEBHOOKS', words: 'webhook endpoints' },
  { name: 'webhookDeliveriesPerSecond', heading: 'DELIVERIES A SECOND', words: 'webhook deliveries a second' },
] as const;

/** `plans list`: smallest month first. */
export async function listPlansCommand({ db }: CommandContext, { json }: Output): Promise<void> {
  const plans = (await listPlans(db)).map((plan) => ({ ...describePlan(plan), teams: plan._count.teams }));
  showList(
    plans,
    {
      headings: ['PLAN', ...LIMITS.map(({ heading }) => heading), 'TEAMS'],
      cells: (plan) => [plan.id, ...LIMITS.map(({ name }) => limitText(plan[name])), String(plan.teams)],
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
function describePlan({ id, callsPerMonth, ...limits }: Plan) {
  return { id, callsPerMonth: callsPerMonth === null ? null : Number(callsPerMonth), ...limits };
}

function planText(plan: Plan): string {
  const described = describePlan(plan);
  return `${plan.id}: ${LIMITS.map(({ name, words }) => `${words} ${limitText(described[name])}`).join(', ')}`;
}

function limitText(limit: number | null): string {
  return limit === null ? 'not limited' : String(limit);
}
