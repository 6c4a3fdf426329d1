import type {
  ChangedMember,
  ListedTeam,
  ShownTeam,
  Team,
  TeamPage,
} from '@ledgergraph/dashboard-api/operator-contract';
import { formatTable, type Output, showList, showOne, toMinutes } from '@ledgergraph/dashboard-api/output';
import { readPages } from '@ledgergraph/dashboard-api/request';
import { type Command, Option } from 'commander';
import type { TeamContext } from '#/context.ts';
import { type AdminRun, teamPath } from './admin-context.ts';
import { mustBeAgreed } from './confirm.ts';

const TEAM = ['<team>', 'its slug or id'] as const;
const EMAIL = ['<email>', 'e-mail address of a user'] as const;
const ROLES = ['owner', 'admin', 'member'];

export function addTeamCommands(program: Command, run: AdminRun): void {
  const teams = program.command('teams').description('Manage teams, their plans and members');
  const add = (name: string, description: string): Command => teams.command(name).description(description);
  const json = (command: Command): Command => command.option('--json', 'print JSON');
  json(add('list', 'List all teams, oldest first')).action(run(listTeams));
  json(add('show', 'Show a team with its members').argument(...TEAM)).action(run(showTeam));
  json(add('create', 'Make a team').argument('<name>', 'what to call it'))
    .requiredOption('--owner <email>', 'the user who owns it')
    .option('--plan <plan>', 'its plan (default: free)')
    .action(run(createTeam));
  json(add('rename', 'Give a team another name; its slug stays').argument(...TEAM))
    .argument('<name>', 'the new name')
    .action(run(renameTeam));
  json(add('set-plan', 'Put a team on a plan; what it called this month counts on it too').argument(...TEAM))
    .argument('<plan>', 'see: ledgergraph-admin plans list')
    .action(run(setPlan));
  json(add('delete', 'Delete a team of which no key works any more, with its usage').argument(...TEAM))
    .option('--with-keys', 'even if keys of it work: they stop at once')
    .option('--yes', 'do not ask')
    .action(run(deleteTeam));
  const members = add('members', 'Change who is in a team');
  const onMember = (name: string, description: string): Command =>
    json(
      members
        .command(name)
        .description(description)
        .argument(...TEAM)
        .argument(...EMAIL),
    );
  const role = new Option('--role <role>', 'what they may do').choices(ROLES);
  onMember('add', 'Take a user into a team').addOption(role.default('member')).action(run(addMember));
  onMember('set-role', 'Give a member another role')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .action(run(setRole));
  onMember('remove', 'Take a user out of a team; keys they made stay, but those that manage end').action(
    run(removeMember),
  );
}

async function listTeams({ ask }: TeamContext, { json }: Output): Promise<void> {
  const teams = (await readPages<TeamPage>(ask, '/operator/teams', { limit: '1000' })).flatMap((page) => page.teams);
  const table = {
    headings: ['SLUG', 'NAME', 'PLAN', 'MEMBERS', 'KEYS', 'CREATED', 'ID'],
    cells: (team: ListedTeam) => [
      team.slug,
      team.name,
      team.plan,
      String(team.members),
      String(team.keys),
      toMinutes(team.createdAt),
      team.id,
    ],
    empty: 'No teams yet. Everybody who signs up gets one, or: ledgergraph-admin teams create <name> --owner <email>',
  };
  showList(teams, table, json);
}

async function showTeam({ ask }: TeamContext, reference: string, { json }: Output): Promise<void> {
  const team = await ask<ShownTeam>(teamPath(reference));
  const rows = team.members.map(({ email, name, role, since }) => [email, name, role, toMinutes(since)]);
  const table = formatTable(['EMAIL', 'NAME', 'ROLE', 'SINCE'], rows);
  showOne(team, [`${team.name} (${team.slug}), plan ${team.plan}, id ${team.id}`, ...table], json);
}

type CreateOptions = Output & { owner: string; plan?: string };

async function createTeam({ ask }: TeamContext, name: string, { owner, plan, json }: CreateOptions): Promise<void> {
  const team = await ask<Team>('/operator/teams', { method: 'POST', body: { name, owner, plan } });
  showOne(team, [`Made the team ${team.slug} of ${owner}, plan ${team.plan}.`], json);
}

function changeTeam({ ask }: TeamContext, reference: string, body: object) {
  return ask<{ before: Team; team: Team }>(teamPath(reference), { method: 'PATCH', body });
}

async function renameTeam(context: TeamContext, reference: string, name: string, { json }: Output): Promise<void> {
  const { before, team } = await changeTeam(context, reference, { name });
  showOne(team, [`The team ${team.slug} is called “${team.name}” now, and was “${before.name}”.`], json);
}

async function setPlan(context: TeamContext, reference: string, plan: string, { json }: Output): Promise<void> {
  const { before, team } = await changeTeam(context, reference, { plan });
  showOne(team, [`The team ${team.slug} is on the plan ${team.plan} now, and was on ${before.plan}.`], json);
}

type DeleteOptions = Output & { withKeys?: true; yes?: true };

async function deleteTeam(
  { ask }: TeamContext,
  reference: string,
  { withKeys, yes, json }: DeleteOptions,
): Promise<void> {
  const { slug, name } = await ask<ShownTeam>(teamPath(reference));
  await mustBeAgreed(
    `deletes the team ${slug} (${name}) with ${withKeys ? 'its keys, its usage' : 'its usage'} and members`,
    yes,
  );
  const body = { withKeys: withKeys === true };
  const team = await ask<Team>(`${teamPath(reference)}/delete`, { method: 'POST', body });
  showOne(team, [`Deleted the team ${team.slug}${withKeys ? ', with its keys' : ''}.`], json);
}

type MemberOptions = Output & { role: string };

async function addMember(context: TeamContext, team: string, email: string, options: MemberOptions): Promise<void> {
  await changeMember(context, 'POST', team, { email, role: options.role }, options);
}

async function setRole(context: TeamContext, team: string, email: string, options: MemberOptions): Promise<void> {
  await changeMember(context, 'PATCH', team, { email, role: options.role }, options);
}

async function changeMember(
  { ask }: TeamContext,
  method: 'POST' | 'PATCH',
  team: string,
  body: object,
  { json }: Output,
): Promise<void> {
  const member = await ask<ChangedMember>(`${teamPath(team)}/members`, { method, body });
  showOne(member, [`${member.email} is ${member.role} of ${team} now.`], json);
}

async function removeMember({ ask }: TeamContext, team: string, email: string, { json }: Output): Promise<void> {
  const member = await ask<ChangedMember>(`${teamPath(team)}/members/remove`, { method: 'POST', body: { email } });
  showOne(member, [`${member.email} is not in ${team} any more, and was ${member.role}.`], json);
}
