import type { Command } from 'commander';
import { type None, parseCallsPerMonth, parseCallsPerSecond, parseSmallLimit } from '#/cli/arguments/parse-number.ts';
import { parsePlanId } from '#/cli/arguments/parse-text.ts';
import type { Output, Run } from '#/cli/run.ts';
import { changePlanCommand, createPlanCommand, deletePlanCommand, listPlansCommand } from './plans.ts';

const PLAN = ['<plan>', 'its name'] as const;
const MONTH = '--calls-per-month <calls>';
const SECOND = '--calls-per-second <calls>';
const STREAMS = '--streams-per-key <streams>';
const SENDS = '--sends-per-minute <transactions>';
const WEBHOOKS = '--webhook-endpoints <endpoints>';
const DELIVERIES = '--webhook-deliveries-per-second <deliveries>';
const WORDS = 'a whole number, or none for no limit';
const SENDS_WORDS = 'transactions that one live key may send: a whole number, or none for no limit';

type Limits<Number, Big> = {
  callsPerMonth: Big;
  callsPerSecond: Number;
  streamsPerKey: Number;
  sendsPerMinute: Number;
  webhookEndpoints: Number;
  webhookDeliveriesPerSecond: Number;
};
type LimitOptions = Limits<number | None, bigint | None>;

/** Null: not limited; undefined: not given. */
function limitOf<Limit>(given: Limit | None): Limit | null {
  return given === 'none' ? null : given;
}

function limitsOf(given: LimitOptions): Limits<number | null, bigint | null>;
function limitsOf(given: Partial<LimitOptions>): Partial<Limits<number | null, bigint | null>>;
function limitsOf(given: Partial<LimitOptions>): object {
  const { callsPerMonth, callsPerSecond, streamsPerKey, sendsPerMinute } = given;
  const { webhookEndpoints, webhookDeliveriesPerSecond } = given;
  return {
    callsPerMonth: limitOf(callsPerMonth),
    callsPerSecond: limitOf(callsPerSecond),
    streamsPerKey: limitOf(streamsPerKey),
    sendsPerMinute: limitOf(sendsPerMinute),
    webhookEndpoints: limitOf(webhookEndpoints),
    webhookDeliveriesPerSecond: limitOf(webhookDeliveriesPerSecond),
  };
}

/** `ledgergraph-admin plans …` */
export function addPlanCommands(program: Command, run: Run): void {
  const plans = program.command('plans').description('Manage what teams may spend with live keys');
  plans
    .command('list')
    .description('List all plans, smallest first')
    .option('--json', 'print a JSON array')
    .action((options: Output) => run((context) => listPlansCommand(context, options)));
  plans
    .command('create')
    .description('Make a plan')
    .argument('<plan>', 'a name for it', parsePlanId)
    .requiredOption(MONTH, WORDS, parseCallsPerMonth)
    .requiredOption(SECOND, WORDS, parseCallsPerSecond)
    .option(STREAMS, 'a whole number, or none for as many as a gateway allows', parseSmallLimit, 'none')
    .option(SENDS, SENDS_WORDS, parseSmallLimit, 'none')
    .option(WEBHOOKS, WORDS, parseSmallLimit, 'none')
    .option(DELIVERIES, WORDS, parseSmallLimit, 'none')
    .option('--json', 'print a JSON object')
    .action((id: string, { json, ...limits }: LimitOptions & Output) => {
      const plan = { id, ...limitsOf(limits) };
      return run((context) => createPlanCommand(context, plan, { json }));
    });
  plans
    .command('change')
    .description('Change what a plan allows, for all its teams at once')
    .argument(...PLAN)
    .option(MONTH, WORDS, parseCallsPerMonth)
    .option(SECOND, WORDS, parseCallsPerSecond)
    .option(STREAMS, 'a whole number, or none for as many as a gateway allows', parseSmallLimit)
    .option(SENDS, SENDS_WORDS, parseSmallLimit)
    .option(WEBHOOKS, WORDS, parseSmallLimit)
    .option(DELIVERIES, WORDS, parseSmallLimit)
    .option('--json', 'print a JSON object')
    .action((id: string, { json, ...limits }: Partial<LimitOptions> & Output, command: Command) => {
      if (Object.keys(limits).length === 0) command.error('error: name what to change, such as --calls-per-month');
      return run((context) => changePlanCommand(context, id, limitsOf(limits), { json }));
    });
  plans
    .command('delete')
    .description('Delete a plan that no team is on')
    .argument(...PLAN)
    .option('--json', 'print a JSON object')
    .action((id: string, options: Output) => run((context) => deletePlanCommand(context, id, options)));
}
