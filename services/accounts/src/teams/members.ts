import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Connection, Database } from '#/db/connection.ts';
import { findMember, insertMember, listMembers, type TeamMember, updateMemberRole } from '#/db/members.ts';
import { lockUser } from '#/db/users.ts';
import { type EndingDeps, endSessionKeys } from '#/events/end-session-keys.ts';
import { getUser } from '#/users/get-user.ts';
import { lockTeam } from './get-team.ts';
import { type Role, readRole } from './rights.ts';

/** Throws AccountsError UNKNOWN_TEAM, UNKNOWN_USER or ALREADY_MEMBER. */
export function addMember(
  { db }: { db: Database },
  actor: Actor,
  teamId: string,
  { email, role }: { email: string; role: Role },
): Promise<TeamMember> {
  return db.$transaction(async (tx) => {
    const found = await getUser(tx, email);
    await lockUser(tx, found.id);
    // Read again: the user may have been deleted meanwhile.
    const user = await getUser(tx, email);
    const team = await lockTeam(tx, teamId);
    if ((await findMember(tx, teamId, user.id)) !== null)
      throw new AccountsError('ALREADY_MEMBER', `${user.email} is in the team ${team.slug}`);
    const details = { email: user.email, role };
    await recordAudit(tx, actor, { action: 'member.add', teamId, subjectId: user.id, details });
    return insertMember(tx, teamId, user.id, role);
  });
}

/** Throws AccountsError UNKNOWN_TEAM, UNKNOWN_USER, NOT_A_MEMBER or LAST_OWNER. */
export function setMemberRole(
  { db }: { db: Database },
  actor: Actor,
  teamId: string,
  { email, role }: { email: string; role: Role },
): Promise<TeamMember> {
  return db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const member = await getMember(tx, teamId, email);
    const from = readRole(member.role);
    if (from === role) return member;
    if (from === 'owner') await mustHaveAnotherOwner(tx, teamId, member);
    const details = { email: member.user.email, from, to: role };
    await recordAudit(tx, actor, { action: 'member.set-role', teamId, subjectId: member.userId, details });
    return updateMemberRole(tx, member.id, role);
  });
}

/** Their keys stay, but those that manage the team end. Throws AccountsError UNKNOWN_TEAM, UNKNOWN_USER, NOT_A_MEMBER or LAST_OWNER. */
export async function removeMember(
  deps: EndingDeps,
  actor: Actor,
  teamId: string,
  { email }: { email: string },
): Promise<TeamMember> {
  const removed = await deps.db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const member = await getMember(tx, teamId, email);
    if (readRole(member.role) === 'owner') await mustHaveAnotherOwner(tx, teamId, member);
    const details = { email: member.user.email, role: member.role };
    await recordAudit(tx, actor, { action: 'member.remove', teamId, subjectId: member.userId, details });
    await tx.member.delete({ where: { id: member.id } });
    return member;
  });
  await endSessionKeys(deps);
  return removed;
}

async function getMember(tx: Connection, teamId: string, email: string): Promise<TeamMember> {
  const user = await getUser(tx, email);
  const member = await findMember(tx, teamId, user.id);
  if (member === null) throw new AccountsError('NOT_A_MEMBER', `${user.email} is not in this team`);
  return member;
}

/** The caller holds the team, so that two owners cannot both leave at once. */
async function mustHaveAnotherOwner(tx: Connection, teamId: string, member: TeamMember): Promise<void> {
  const others = (await listMembers(tx, teamId)).filter(({ id }) => id !== member.id);
  if (!others.some(({ role }) => readRole(role) === 'owner'))
    throw new AccountsError(
      'LAST_OWNER',
      `${member.user.email} is the team’s only owner; make somebody else owner first`,
    );
}
