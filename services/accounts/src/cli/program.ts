import { readVersion } from '@ledgergraph/service-kit/version';
import { Command } from 'commander';
import { addAuditCommand } from '#/cli/audit/audit-command.ts';
import { addKeyCommands } from '#/cli/keys/key-commands.ts';
import { addPlanCommands } from '#/cli/plans/plan-commands.ts';
import { addTeamCommands } from '#/cli/teams/team-commands.ts';
import { addUsageCommands } from '#/cli/usage/usage-commands.ts';
import { addUserCommands } from '#/cli/users/user-commands.ts';
import { addWebhookCommands } from '#/cli/webhooks/webhook-commands.ts';
import { type Run, withCommandContext } from './command-context.ts';

const settingsHelp = `
Which database: that of the local stack if --data names its directory, else DATABASE_URL and KEY_PEPPER if set, else the nearest .ledgergraph.
Whoever may run this may do everything; what is done is kept on record (ledgergraph-admin audit).`;

/** The `ledgergraph-admin` command and its subcommands. Its parsing throws commander's CommanderError instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('ledgergraph-admin')
    .description('Operate a Ledgergraph installation')
    .version(readVersion(), '--version', 'print the version')
    .option('--data <dir>', 'data directory that npm start keeps the local stack in')
    .addHelpText('afterAll', settingsHelp)
    .showHelpAfterError('(--help shows more)')
    .exitOverride();
  const run: Run =
    (command) =>
    (...args) =>
      withCommandContext(program.opts<{ data?: string }>().data, (context) => command(context, ...args));
  addKeyCommands(program, run);
  addTeamCommands(program, run);
  addUserCommands(program, run);
  addPlanCommands(program, run);
  addUsageCommands(program, run);
  addWebhookCommands(program, run);
  addAuditCommand(program, run);
  return program;
}
