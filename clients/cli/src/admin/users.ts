import type {
  CreatedUser,
  DeletedUser,
  SignedOutUser,
  User,
  UserPage,
} from '@ledgergraph/dashboard-api/operator-contract';
import { type Output, showList, showOne, toMinutes } from '@ledgergraph/dashboard-api/output';
import { readPages } from '@ledgergraph/dashboard-api/request';
import type { Command } from 'commander';
import type { TeamContext } from '#/context.ts';
import type { AdminRun } from './admin-context.ts';
import { mustBeAgreed } from './confirm.ts';

const EMAIL = ['<email>', 'their e-mail address'] as const;

export function addUserCommands(program: Command, run: AdminRun): void {
  const users = program.command('users').description('List, make, sign out and delete users');
  users
    .command('list')
    .description('List all users and the teams they are in, oldest first')
    .option('--json', 'print a JSON array')
    .action(run(listUsers));
  users
    .command('create')
    .description('Make a user and their own team; they choose a password by asking the dashboard for a new one')
    .argument(...EMAIL)
    .option('--name <name>', 'what to call them (default: what stands before the @)')
    .option('--plan <plan>', 'plan of their team (default: free)')
    .option('--json', 'print a JSON object')
    .action(run(createUser));
  users
    .command('sign-out')
    .description('End all sessions of a user, on every device')
    .argument(...EMAIL)
    .option('--json', 'print a JSON object')
    .action(run(signOut));
  users
    .command('delete')
    .description('Delete a user; keys they made stay with their teams, but those that manage end')
    .argument(...EMAIL)
    .option('--hand-over-to <email>', 'who becomes owner of teams that would be left without one')
    .option('--delete-empty-teams', 'delete teams without other members, with their keys')
    .option('--yes', 'do not ask')
    .option('--json', 'print a JSON object')
    .action(run(deleteUser));
}

async function listUsers({ ask }: TeamContext, { json }: Output): Promise<void> {
  const users = (await readPages<UserPage>(ask, '/operator/users', { limit: '1000' })).flatMap((page) => page.users);
  const table = {
    headings: ['EMAIL', 'NAME', 'CREATED', 'TEAMS'],
    cells: ({ email, name, createdAt, teams }: User) => [
      email,
      name,
      toMinutes(createdAt),
      teams.map(({ slug, role }) => `${slug} (${role})`).join(', ') || '-',
    ],
    empty: 'No users yet. They sign up in the dashboard, or: ledgergraph-admin users create <email>',
  };
  showList(users, table, json);
}

type CreateOptions = Output & { name?: string; plan?: string };

async function createUser({ ask }: TeamContext, email: string, { name, plan, json }: CreateOptions): Promise<void> {
  const made = await ask<CreatedUser>('/operator/users', { method: 'POST', body: { email, name, plan } });
  showOne(made, [`Made ${made.email} with the team ${made.team.slug}, plan ${made.plan}.`], json);
}

async function signOut({ ask }: TeamContext, email: string, { json }: Output): Promise<void> {
  const ended = await ask<SignedOutUser>('/operator/users/sign-out', { method: 'POST', body: { email } });
  const count = ended.sessions === 1 ? '1 session' : `${ended.sessions} sessions`;
  showOne(ended, [`Signed ${ended.email} out: ended ${count}.`], json);
}

type DeleteOptions = Output & { handOverTo?: string; deleteEmptyTeams?: true; yes?: true };

async function deleteUser(
  { ask }: TeamContext,
  email: string,
  { handOverTo, deleteEmptyTeams, yes, json }: DeleteOptions,
): Promise<void> {
  await mustBeAgreed(
    `deletes ${email}${deleteEmptyTeams ? ' and teams without other members, with their keys' : ''}`,
    yes,
  );
  const body = { email, handOverTo, deleteEmptyTeams };
  const deleted = await ask<DeletedUser>('/operator/users/delete', { method: 'POST', body });
  const lines = [
    `Deleted ${deleted.email}.`,
    ...deleted.handedOver.map(({ slug }) => `The team ${slug} belongs to ${handOverTo} now.`),
    ...deleted.deletedTeams.map(({ slug }) => `Deleted the team ${slug}, with its keys.`),
  ];
  showOne(deleted, lines, json);
}
