import type { Command } from 'commander';
import {
  type None,
  parseCallsPerMonth,
  parseCallsPerSecond,
  parseStreamsPerKey,
} from '#/cli/arguments/parse-number.ts';
import { parsePlanId } from '#/cli/arguments/parse-text.ts';
import type { Output, Run } from '#/cli/run.ts';
import { changePlanCommand, createPlanCommand, deletePlanCommand, listPlansCommand } from './plans.ts';

const PLAN = ['<plan>', 'its name'] as const;
const MONTH = '--calls-per-month <calls>';
const SECOND = '--calls-per-second <calls>';
const STREAMS = '--streams-per-key <streams>';

type LimitOptions = Output & {
  callsPerMonth: bigint | None;
  callsPerSecond: number | None;
  streamsPerKey: number | None;
};

/** Null: not limited. */
function limitOf<Limit>(given: Limit | None): Limit | null {
  return given === 'none' ? null : given;
}

/** `ledgergraph plans …` */
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
    .requiredOption(MONTH, 'a whole number, or none for no limit', parseCallsPerMonth)
    .requiredOption(SECOND, 'a whole number, or none for no limit', parseCallsPerSecond)
    .option(STREAMS, 'a whole number, or none for as many as a gateway allows', parseStreamsPerKey, 'none')
    .option('--json', 'print a JSON object')
    .action((id: string, { callsPerMonth, callsPerSecond, streamsPerKey, json }: LimitOptions) => {
      const limits = { callsPerMonth: limitOf(callsPerMonth), callsPerSecond: limitOf(callsPerSecond) };
      const plan = { id, ...limits, streamsPerKey: limitOf(streamsPerKey) };
      return run((context) => createPlanCommand(context, plan, { json }));
    });
  plans
    .command('change')
    .description('Change what a plan allows, for all its teams at once')
    .argument(...PLAN)
    .option(MONTH, 'a whole number, or none for no limit', parseCallsPerMonth)
    .option(SECOND, 'a whole number, or none for no limit', parseCallsPerSecond)
    .option(STREAMS, 'a whole number, or none for as many as a gateway allows', parseStreamsPerKey)
    .option('--json', 'print a JSON object')
    .action(
      (id: string, { callsPerMonth, callsPerSecond, streamsPerKey, json }: Partial<LimitOptions>, command: Command) => {
        if (callsPerMonth === undefined && callsPerSecond === undefined && streamsPerKey === undefined)
          command.error('error: say what to change: --calls-per-month, --calls-per-second or --streams-per-key');
        const limits = { callsPerMonth: limitOf(callsPerMonth), callsPerSecond: limitOf(callsPerSecond) };
        const change = { ...limits, streamsPerKey: limitOf(streamsPerKey) };
        return run((context) => changePlanCommand(context, id, change, { json }));
      },
    );
  plans
    .command('delete')
    .description('Delete a plan that no team is on')
    .argument(...PLAN)
    .option('--json', 'print a JSON object')
    .action((id: string, options: Output) => run((context) => deletePlanCommand(context, id, options)));
}
