import type { Command } from 'commander';
import { type None, parseCallsPerMonth, parseCallsPerSecond, parseSmallLimit } from '#/cli/arguments/parse-number.ts';
import { parsePlanId } from '#/cli/arguments/parse-text.ts';
import type { CommandContext, Run } from '#/cli/command-context.ts';
import { type Output, showList, showOne } from '#/cli/output.ts';
import { listPlans } from '#/db/plans.ts';
import type { Plan } from '#/generated/prisma/client.ts';
import { changePlan, createPlan, deletePlan, type PlanChange } from '#/plans/plans.ts';

const PLAN = ['<plan>', 'its name'] as const;
const WORDS = 'a whole number, or none for no limit';

/** Limits of a plan: the option of each, and how tables and sentences name it. */
const LIMITS: readonly {
  name: keyof PlanChange;
  flags: string;
  description: string;
  parse: (text: string) => bigint | number | None;
  isRequired?: true;
  heading: string;
  words: string;
}[] = [
  {
    ...{ name: 'callsPerMonth', heading: 'CALLS A MONTH', words: 'calls a month' },
    ...{ flags: '--calls-per-month <calls>', description: WORDS, parse: parseCallsPerMonth, isRequired: true },
  },
  {
    ...{ name: 'callsPerSecond', heading: 'CALLS A SECOND', words: 'calls a second' },
    ...{ flags: '--calls-per-second <calls>', description: WORDS, parse: parseCallsPerSecond, isRequired: true },
  },
  {
    ...{ name: 'streamsPerKey', heading: 'STREAMS A KEY', words: 'streams a key', parse: parseSmallLimit },
    ...{
      flags: '--streams-per-key <streams>',
      description: 'a whole number, or none for as many as a gateway allows',
    },
  },
  {
    ...{ name: 'sendsPerMinute', heading: 'SENDS A MINUTE', words: 'transactions sent a minute by a key' },
    ...{ flags: '--sends-per-minute <transactions>', parse: parseSmallLimit },
    description: `transactions that one live key may send: ${WORDS}`,
  },
  {
    ...{ name: 'workUnderWay', heading: 'WORK UNDER WAY', words: 'cost of running operations of a team' },
    ...{ flags: '--work-under-way <cost>', parse: parseSmallLimit },
    description: 'cost of the operations that a team runs at a time, or none for as much as a gateway allows',
  },
  {
    ...{ name: 'webhookEndpoints', heading: 'WEBHOOKS', words: 'webhook endpoints' },
    ...{ flags: '--webhook-endpoints <endpoints>', description: WORDS, parse: parseSmallLimit },
  },
  {
    ...{ name: 'webhookDeliveriesPerSecond', heading: 'DELIVERIES A SECOND', words: 'webhook deliveries a second' },
    ...{ flags: '--webhook-deliveries-per-second <deliveries>', description: WORDS, parse: parseSmallLimit },
  },
  {
    ...{ name: 'webhookMegabytesPerEndpoint', heading: 'MB A WEBHOOK', words: 'MB of deliveries a webhook' },
    ...{ flags: '--webhook-megabytes-per-endpoint <megabytes>', description: WORDS, parse: parseSmallLimit },
  },
];

type LimitOptions = Output & { [Name in keyof PlanChange]: PlanChange[Name] | None };

/** Null: not limited; undefined: not given. */
function limitsOf(given: LimitOptions): PlanChange {
  return Object.fromEntries(
    LIMITS.map(({ name }) => [name, given[name] === 'none' ? null : given[name]]),
  ) as PlanChange;
}

/** `ledgergraph-admin plans …` */
export function addPlanCommands(program: Command, run: Run): void {
  const plans = program.command('plans').description('Manage what teams may spend with live keys');
  plans
    .command('list')
    .description('List all plans, smallest first')
    .option('--json', 'print a JSON array')
    .action(run(listPlansCommand));
  const create = plans.command('create').description('Make a plan').argument('<plan>', 'a name for it', parsePlanId);
  for (const { flags, description, parse, isRequired } of LIMITS) {
    if (isRequired) create.requiredOption(flags, description, parse);
    else create.option(flags, description, parse, 'none');
  }
  create.option('--json', 'print a JSON object').action(run(createPlanCommand));
  const change = plans
    .command('change')
    .description('Change what a plan allows, for all its teams at once')
    .argument(...PLAN);
  for (const { flags, description, parse } of LIMITS) change.option(flags, description, parse);
  change.option('--json', 'print a JSON object').action((id: string, options: LimitOptions, command: Command) => {
    if (LIMITS.every(({ name }) => options[name] === undefined))
      command.error('error: name what to change, such as --calls-per-month');
    return run(changePlanCommand)(id, options);
  });
  plans
    .command('delete')
    .description('Delete a plan that no team is on')
    .argument(...PLAN)
    .option('--json', 'print a JSON object')
    .action(run(deletePlanCommand));
}

/** `plans list`: smallest month first. */
async function listPlansCommand({ db }: CommandContext, { json }: Output): Promise<void> {
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

/** `plans create`. The program has seen to it that every limit is given. */
async function createPlanCommand(context: CommandContext, id: string, options: LimitOptions): Promise<void> {
  const created = await createPlan(context, context.operator, { id, ...(limitsOf(options) as Omit<Plan, 'id'>) });
  showOne(describePlan(created), [`Made the plan ${planText(created)}.`], options.json);
}

/** `plans change` */
async function changePlanCommand(context: CommandContext, id: string, options: LimitOptions): Promise<void> {
  const { plan, teams } = await changePlan(context, context.operator, id, limitsOf(options));
  const whom = teams === 1 ? '1 team is' : `${teams} teams are`;
  showOne({ ...describePlan(plan), teams }, [`Changed the plan ${planText(plan)}. ${whom} on it.`], options.json);
}

/** `plans delete` */
async function deletePlanCommand(context: CommandContext, id: string, { json }: Output): Promise<void> {
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
