import { type Command, Option } from 'commander';
import { parseDay } from '#/cli/arguments/parse-expiry.ts';
import type { Run } from '#/cli/command-context.ts';
import { showQuotasCommand } from './show-quotas.ts';
import { groupings, showUsageCommand } from './show-usage.ts';

/** `ledgergraph-admin usage` and `ledgergraph-admin quota …` */
export function addUsageCommands(program: Command, run: Run): void {
  program
    .command('usage')
    .description('Show how many calls were made; kept for 13 months')
    .option('--team <team>', 'only those of this team (its slug or id)')
    .option('--from <day>', 'first day, UTC (default: 30 days, the last one included)', parseDay)
    .option('--to <day>', 'last day, UTC (default: today)', parseDay)
    .addOption(new Option('--by <what>', 'what to add up by').choices(groupings).default('day'))
    .option('--json', 'print a JSON array of calls by day, key and status')
    .action(run(showUsageCommand));
  program
    .command('quota')
    .description('Show what is left of the month')
    .command('show')
    .description('Show what teams have spent of their month, and what is left')
    .option('--team <team>', 'only this team (its slug or id)')
    .option('--json', 'print a JSON array')
    .action(run(showQuotasCommand));
}
