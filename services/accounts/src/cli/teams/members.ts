import type { CommandContext } from '#/cli/command-context.ts';
import { type Output, showOne } from '#/cli/output.ts';
import type { TeamMember } from '#/db/members.ts';
import { getTeam } from '#/teams/get-team.ts';
import { addMember, removeMember, setMemberRole } from '#/teams/members.ts';
import type { Role } from '#/teams/rights.ts';

/** `teams members add` */
export async function addMemberCommand(
  context: CommandContext,
  reference: string,
  email: string,
  { role, json }: Output & { role: Role },
): Promise<void> {
  const team = await getTeam(context.db, reference);
  const member = await addMember(context, context.operator, team.id, { email, role });
  showOne(describeMember(member), [`${member.user.email} is ${member.role} of ${team.slug} now.`], json);
}

/** `teams members remove` */
export async function removeMemberCommand(
  context: CommandContext,
  reference: string,
  email: string,
  { json }: Output,
): Promise<void> {
  const team = await getTeam(context.db, reference);
  const member = await removeMember(context, context.operator, team.id, { email });
  showOne(
    describeMember(member),
    [`${member.user.email} is not in ${team.slug} any more, and was ${member.role}.`],
    json,
  );
}

/** `teams members set-role` */
export async function setRoleCommand(
  context: CommandContext,
  reference: string,
  email: string,
  { role, json }: Output & { role: Role },
): Promise<void> {
  const team = await getTeam(context.db, reference);
  const member = await setMemberRole(context, context.operator, team.id, { email, role });
  showOne(describeMember(member), [`${member.user.email} is ${member.role} of ${team.slug} now.`], json);
}

function describeMember({ user, organizationId, role }: TeamMember) {
  return { userId: user.id, email: user.email, teamId: organizationId, role };
}
