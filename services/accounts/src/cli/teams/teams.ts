import type { CommandContext } from '#/cli/command-context.ts';
import { mustBeAgreed } from '#/cli/confirm.ts';
import { formatTable, type Output, showList, showOne, toMinutes } from '#/cli/output.ts';
import { listMembers } from '#/db/members.ts';
import { listTeams, type TeamOnPlan } from '#/db/teams.ts';
import { getTeam } from '#/teams/get-team.ts';
import { createTeam, deleteTeam, deleteTeamWithKeys, renameTeam, setTeamPlan } from '#/teams/teams.ts';

/** `teams list`: all teams, oldest first. */
export async function listTeamsCommand({ db }: CommandContext, { json }: Output): Promise<void> {
  const teams = (await listTeams(db)).map((team) => ({ ...describeTeam(team), ...team._count }));
  showList(
    teams,
    {
      headings: ['SLUG', 'NAME', 'PLAN', 'MEMBERS', 'KEYS', 'CREATED', 'ID'],
      cells: ({ slug, name, plan, members, keys, createdAt, id }) => [
        slug,
        name,
        plan,
        String(members),
        String(keys),
        toMinutes(createdAt),
        id,
      ],
      empty: 'No teams yet. Everybody who signs up gets one, or: ledgergraph-admin teams create <name> --owner <email>',
    },
    json,
  );
}

/** `teams show`: a team and who is in it, longest first. */
export async function showTeamCommand({ db }: CommandContext, reference: string, { json }: Output): Promise<void> {
  const team = await getTeam(db, reference);
  const members = (await listMembers(db, team.id)).map(({ user, role, createdAt }) => ({
    userId: user.id,
    email: user.email,
    name: user.name,
    role,
    since: createdAt.toISOString(),
  }));
  const rows = members.map(({ email, name, role, since }) => [email, name, role, toMinutes(since)]);
  const lines = [
    `${team.name} (${team.slug}), plan ${team.planId}, id ${team.id}`,
    ...(rows.length === 0 ? ['It has no members.'] : formatTable(['EMAIL', 'NAME', 'ROLE', 'SINCE'], rows)),
  ];
  showOne({ ...describeTeam(team), members }, lines, json);
}

/** `teams create` */
export async function createTeamCommand(
  context: CommandContext,
  name: string,
  { owner: ownerEmail, plan: planId, json }: Output & { owner: string; plan?: string },
): Promise<void> {
  const team = await createTeam(context, context.operator, { name, ownerEmail, planId });
  showOne(describeTeam(team), [`Made the team ${team.slug} of ${ownerEmail}, plan ${team.planId}.`], json);
}

/** `teams rename` */
export async function renameTeamCommand(
  context: CommandContext,
  reference: string,
  name: string,
  { json }: Output,
): Promise<void> {
  const before = await getTeam(context.db, reference);
  const team = await renameTeam(context, context.operator, before.id, name);
  showOne(describeTeam(team), [`The team ${team.slug} is called “${team.name}” now, and was “${before.name}”.`], json);
}

/** `teams set-plan` */
export async function setPlanCommand(
  context: CommandContext,
  reference: string,
  planId: string,
  { json }: Output,
): Promise<void> {
  const before = await getTeam(context.db, reference);
  const team = await setTeamPlan(context, context.operator, before.id, planId);
  showOne(
    describeTeam(team),
    [`The team ${team.slug} is on the plan ${team.planId} now, and was on ${before.planId}.`],
    json,
  );
}

type DeleteTeamOptions = Output & { withKeys?: true; yes?: true };

/** `teams delete` */
export async function deleteTeamCommand(
  context: CommandContext,
  reference: string,
  { withKeys, yes, json }: DeleteTeamOptions,
): Promise<void> {
  const team = await getTeam(context.db, reference);
  await mustBeAgreed(
    `deletes the team ${team.slug} (${team.name}) with ${withKeys ? 'its keys, its usage' : 'its usage'} and members`,
    yes,
  );
  await (withKeys ? deleteTeamWithKeys : deleteTeam)(context, context.operator, team.id);
  showOne(describeTeam(team), [`Deleted the team ${team.slug}${withKeys ? ', with its keys' : ''}.`], json);
}

function describeTeam({ id, slug, name, planId, createdAt }: TeamOnPlan) {
  return { id, slug, name, plan: planId, createdAt: createdAt.toISOString() };
}
