import type { Command } from 'commander';
import { parseEmail, parseName } from '#/cli/arguments/parse-text.ts';
import type { Run } from '#/cli/command-context.ts';
import { createUserCommand, deleteUserCommand, listUsersCommand, signOutCommand } from './users.ts';

const EMAIL = ['<email>', 'their e-mail address', parseEmail] as const;

/** `ledgergraph-admin users …` */
export function addUserCommands(program: Command, run: Run): void {
  const users = program.command('users').description('List, make, sign out and delete users');
  users
    .command('list')
    .description('List all users and the teams they are in, oldest first')
    .option('--json', 'print a JSON array')
    .action(run(listUsersCommand));
  users
    .command('create')
    .description('Make a user and their own team; they choose a password by asking the dashboard for a new one')
    .argument(...EMAIL)
    .option('--name <name>', 'what to call them (default: what stands before the @)', parseName)
    .option('--plan <plan>', 'plan of their team (default: free)')
    .option('--json', 'print a JSON object')
    .action(run(createUserCommand));
  users
    .command('sign-out')
    .description('End all sessions of a user, on every device')
    .argument(...EMAIL)
    .option('--json', 'print a JSON object')
    .action(run(signOutCommand));
  users
    .command('delete')
    .description('Delete a user; keys they made stay with their teams, but those that manage end')
    .argument(...EMAIL)
    .option('--hand-over-to <email>', 'who becomes owner of teams that would be left without one', parseEmail)
    .option('--delete-empty-teams', 'delete teams without other members, with their keys')
    .option('--yes', 'do not ask')
    .option('--json', 'print a JSON object')
    .action(run(deleteUserCommand));
}
