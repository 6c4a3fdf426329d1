import type { CommandContext } from '#/cli/command-context.ts';
import { mustBeAgreed } from '#/cli/confirm.ts';
import { type Output, showList, showOne, toMinutes } from '#/cli/output.ts';
import { listUsers } from '#/db/users.ts';
import type { Team } from '#/generated/prisma/client.ts';
import { deleteUser } from '#/user-lifecycle/delete-user.ts';
import { createUser } from '#/user-lifecycle/ensure-user.ts';
import { getUser } from '#/users/get-user.ts';
import { signOutUser } from '#/users/sign-out-user.ts';

/** `users list`: everybody, oldest first. */
export async function listUsersCommand({ db }: CommandContext, { json }: Output): Promise<void> {
  const users = (await listUsers(db)).map((user) => ({
    id: user.id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified,
    createdAt: user.createdAt.toISOString(),
    teams: user.memberships.map(({ team, role }) => ({ id: team.id, slug: team.slug, role })),
  }));
  showList(
    users,
    {
      headings: ['EMAIL', 'NAME', 'CREATED', 'TEAMS'],
      cells: ({ email, name, createdAt, teams }) => [
        email,
        name,
        toMinutes(createdAt),
        teams.map(({ slug, role }) => `${slug} (${role})`).join(', ') || '-',
      ],
      empty: 'No users yet. They sign up in the dashboard, or: ledgergraph-admin users create <email>',
    },
    json,
  );
}

/** `users create` */
export async function createUserCommand(
  context: CommandContext,
  email: string,
  { name, plan: planId, json }: Output & { name?: string; plan?: string },
): Promise<void> {
  const { user, team } = await createUser(context, context.operator, { email, name, planId });
  const described = { id: user.id, email: user.email, name: user.name, team: describeTeam(team), plan: team.planId };
  showOne(described, [`Made ${user.email} with the team ${team.slug}, plan ${team.planId}.`], json);
}

/** `users sign-out` */
export async function signOutCommand(context: CommandContext, email: string, { json }: Output): Promise<void> {
  const { user, sessions } = await signOutUser(context, context.operator, email);
  const count = sessions === 1 ? '1 session' : `${sessions} sessions`;
  showOne({ id: user.id, email: user.email, sessions }, [`Signed ${user.email} out: ended ${count}.`], json);
}

type DeleteOptions = Output & { handOverTo?: string; deleteEmptyTeams?: true; yes?: true };

/** `users delete` */
export async function deleteUserCommand(
  context: CommandContext,
  email: string,
  { handOverTo, deleteEmptyTeams, yes, json }: DeleteOptions,
): Promise<void> {
  await getUser(context.db, email);
  await mustBeAgreed(
    `deletes ${email}${deleteEmptyTeams ? ' and teams without other members, with their keys' : ''}`,
    yes,
  );
  const rule = { handOverTo, deleteEmptyTeams: deleteEmptyTeams === true };
  const { user, handedOver, deleted } = await deleteUser(context, context.operator, email, rule);
  const lines = [
    `Deleted ${user.email}.`,
    ...handedOver.map(({ slug }) => `The team ${slug} belongs to ${handOverTo} now.`),
    ...deleted.map(({ slug }) => `Deleted the team ${slug}, with its keys.`),
  ];
  const teams = { handedOver: handedOver.map(describeTeam), deletedTeams: deleted.map(describeTeam) };
  showOne({ id: user.id, email: user.email, ...teams }, lines, json);
}

function describeTeam({ id, slug }: Team): { id: string; slug: string } {
  return { id, slug };
}
