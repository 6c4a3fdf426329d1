import type { ChangedPlan, ListedPlan, Plan, PlanChange } from '@ledgergraph/dashboard-api/operator-contract';
import { type Output, showList, showOne } from '@ledgergraph/dashboard-api/output';
import { type Command, InvalidArgumentError } from 'commander';
import type { TeamContext } from '#/context.ts';
import type { AdminRun } from './admin-context.ts';

const PLAN = ['<plan>', 'its name'] as const;

type Limit = keyof PlanChange;

const LIMITS: readonly { name: Limit; flag: string; heading: string; words: string; isRequired?: true }[] = [
  {
    name: 'callsPerMonth',
    flag: '--calls-per-month <calls>',
    heading: 'CALLS A MONTH',
    words: 'calls a month',
    isRequired: true,
  },
  {
    name: 'callsPerSecond',
    flag: '--calls-per-second <calls>',
    heading: 'CALLS A SECOND',
    words: 'calls a second',
    isRequired: true,
  },
  { name: 'streamsPerKey', flag: '--streams-per-key <streams>', heading: 'STREAMS A KEY', words: 'streams a key' },
  {
    name: 'sendsPerMinute',
    flag: '--sends-per-minute <transactions>',
    heading: 'SENDS A MINUTE',
    words: 'transactions sent a minute by a key',
  },
  {
    name: 'workUnderWay',
    flag: '--work-under-way <cost>',
    heading: 'WORK UNDER WAY',
    words: 'cost of running operations of a team',
  },
  {
    name: 'webhookEndpoints',
    flag: '--webhook-endpoints <endpoints>',
    heading: 'WEBHOOKS',
    words: 'webhook endpoints',
  },
  {
    name: 'webhookDeliveriesPerSecond',
    flag: '--webhook-deliveries-per-second <deliveries>',
    heading: 'DELIVERIES A SECOND',
    words: 'webhook deliveries a second',
  },
  {
    name: 'webhookMegabytesPerEndpoint',
    flag: '--webhook-megabytes-per-endpoint <megabytes>',
    heading: 'MB A WEBHOOK',
    words: 'MB of deliveries a webhook',
  },
];

/** Commander makes an empty text of null. */
type LimitOptions = Output & { [Name in Limit]?: number | 'none' };

export function addPlanCommands(program: Command, run: AdminRun): void {
  const plans = program.command('plans').description('Manage what teams may spend with live keys');
  plans
    .command('list')
    .description('List all plans, smallest first')
    .option('--json', 'print a JSON array')
    .action(run(listPlans));
  const create = plans.command('create').description('Make a plan').argument('<plan>', 'a name for it');
  const change = plans
    .command('change')
    .description('Change what a plan allows, for all its teams at once')
    .argument(...PLAN);
  for (const { flag, words, isRequired } of LIMITS) {
    const description = `${words}: a whole number, or none for no limit`;
    if (isRequired) create.requiredOption(flag, description, parseLimit);
    else create.option(flag, description, parseLimit, 'none');
    change.option(flag, description, parseLimit);
  }
  create.option('--json', 'print a JSON object').action(run(createPlan));
  change.option('--json', 'print a JSON object').action((id: string, options: LimitOptions, command: Command) => {
    if (LIMITS.every(({ name }) => options[name] === undefined))
      command.error('error: name what to change, such as --calls-per-month');
    return run(changePlan)(id, options);
  });
  plans
    .command('delete')
    .description('Delete a plan that no team is on')
    .argument(...PLAN)
    .option('--json', 'print a JSON object')
    .action(run(deletePlan));
}

async function listPlans({ ask }: TeamContext, { json }: Output): Promise<void> {
  const { plans } = await ask<{ plans: ListedPlan[] }>('/operator/plans');
  const table = {
    headings: ['PLAN', ...LIMITS.map(({ heading }) => heading), 'TEAMS'],
    cells: (plan: ListedPlan) => [plan.id, ...LIMITS.map(({ name }) => limitText(plan[name])), String(plan.teams)],
    empty: 'There are no plans.',
  };
  showList(plans, table, json);
}

async function createPlan({ ask }: TeamContext, id: string, options: LimitOptions): Promise<void> {
  const plan = await ask<Plan>('/operator/plans', { method: 'POST', body: { id, ...limitsOf(options) } });
  showOne(plan, [`Made the plan ${planText(plan)}.`], options.json);
}

async function changePlan({ ask }: TeamContext, id: string, options: LimitOptions): Promise<void> {
  const plan = await ask<ChangedPlan>(planPath(id), { method: 'PATCH', body: limitsOf(options) });
  const whom = plan.teams === 1 ? '1 team is' : `${plan.teams} teams are`;
  showOne(plan, [`Changed the plan ${planText(plan)}. ${whom} on it.`], options.json);
}

async function deletePlan({ ask }: TeamContext, id: string, { json }: Output): Promise<void> {
  const plan = await ask<Plan>(planPath(id), { method: 'DELETE', body: {} });
  showOne(plan, [`Deleted the plan ${planText(plan)}.`], json);
}

function planPath(id: string): string {
  return `/operator/plans/${encodeURIComponent(id)}`;
}

function limitsOf(options: LimitOptions): PlanChange {
  const given = LIMITS.flatMap(({ name }) => {
    const limit = options[name];
    return limit === undefined ? [] : [[name, limit === 'none' ? null : limit] as const];
  });
  return Object.fromEntries(given);
}

function parseLimit(text: string): number | 'none' {
  if (text === 'none') return text;
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('Wanted: a whole number from 1, or none.');
  return Number(text);
}

function planText(plan: Plan): string {
  return `${plan.id}: ${LIMITS.map(({ name, words }) => `${words} ${limitText(plan[name])}`).join(', ')}`;
}

function limitText(limit: number | null): string {
  return limit === null ? 'not limited' : String(limit);
}
