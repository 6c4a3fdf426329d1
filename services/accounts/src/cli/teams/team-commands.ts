import { type Command, Option } from 'commander';
import { parseEmail, parseName } from '#/cli/arguments/parse-text.ts';
import type { Run } from '#/cli/command-context.ts';
import { roles } from '#/teams/rights.ts';
import { addMemberCommand, removeMemberCommand, setRoleCommand } from './members.ts';
import {
  createTeamCommand,
  deleteTeamCommand,
  listTeamsCommand,
  renameTeamCommand,
  setPlanCommand,
  showTeamCommand,
} from './teams.ts';

const TEAM = ['<team>', 'its slug or id'] as const;
const EMAIL = ['<email>', 'e-mail address of a user', parseEmail] as const;

/** `ledgergraph-admin teams …` */
export function addTeamCommands(program: Command, run: Run): void {
  const teams = program.command('teams').description('Manage teams, their plans and members');
  teams
    .command('list')
    .description('List all teams, oldest first')
    .option('--json', 'print a JSON array')
    .action(run(listTeamsCommand));
  teams
    .command('show')
    .description('Show a team with its members')
    .argument(...TEAM)
    .option('--json', 'print a JSON object')
    .action(run(showTeamCommand));
  teams
    .command('create')
    .description('Make a team')
    .argument('<name>', 'what to call it', parseName)
    .requiredOption('--owner <email>', 'the user who owns it', parseEmail)
    .option('--plan <plan>', 'its plan (default: free)')
    .option('--json', 'print a JSON object')
    .action(run(createTeamCommand));
  teams
    .command('rename')
    .description('Give a team another name; its slug stays')
    .argument(...TEAM)
    .argument('<name>', 'the new name', parseName)
    .option('--json', 'print a JSON object')
    .action(run(renameTeamCommand));
  teams
    .command('set-plan')
    .description('Put a team on a plan; what it called this month counts on it too')
    .argument(...TEAM)
    .argument('<plan>', 'see: ledgergraph-admin plans list')
    .option('--json', 'print a JSON object')
    .action(run(setPlanCommand));
  teams
    .command('delete')
    .description('Delete a team of which no key works any more, with its usage')
    .argument(...TEAM)
    .option('--with-keys', 'even if keys of it work: they stop at once')
    .option('--yes', 'do not ask')
    .option('--json', 'print a JSON object')
    .action(run(deleteTeamCommand));
  addMemberCommands(teams, run);
}

function addMemberCommands(teams: Command, run: Run): void {
  const members = teams.command('members').description('Change who is in a team');
  members
    .command('add')
    .description('Take a user into a team')
    .argument(...TEAM)
    .argument(...EMAIL)
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('member'))
    .option('--json', 'print a JSON object')
    .action(run(addMemberCommand));
  members
    .command('remove')
    .description('Take a user out of a team; keys they made stay, but those that manage end')
    .argument(...TEAM)
    .argument(...EMAIL)
    .option('--json', 'print a JSON object')
    .action(run(removeMemberCommand));
  members
    .command('set-role')
    .description('Give a member another role')
    .argument(...TEAM)
    .argument(...EMAIL)
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory())
    .option('--json', 'print a JSON object')
    .action(run(setRoleCommand));
}
