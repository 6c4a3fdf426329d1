import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Connection } from '#/db/connection.ts';
import { findMember, insertMember, listMembers, updateMemberRole } from '#/db/members.ts';
import { listTeamsOfUser } from '#/db/teams.ts';
import { deleteUserRow, lockUserForDeletion } from '#/db/users.ts';
import { type EndingDeps, endSessionKeys } from '#/events/end-session-keys.ts';
import type { Team, User } from '#/generated/prisma/client.ts';
import { lockTeam } from '#/teams/get-team.ts';
import { readRole } from '#/teams/rights.ts';
import { removeTeam } from '#/teams/teams.ts';
import { getUser } from '#/users/get-user.ts';

export type OrphanRule = {
  /** Becomes owner of the teams that would be left without one. */
  handOverTo?: string | undefined;
  /** Deletes the teams without other members, with their keys. */
  deleteEmptyTeams: boolean;
};

export type DeletedUser = { user: User; handedOver: Team[]; deleted: Team[] };

/** Keys stay with their teams, but managing keys end. Throws AccountsError UNKNOWN_USER, LAST_OWNER or HAND_OVER_TO_SELF. */
export async function deleteUser(
  deps: EndingDeps,
  actor: Actor,
  email: string,
  rule: OrphanRule,
): Promise<DeletedUser> {
  const { keyHashes, ...outcome } = await deps.db.$transaction(async (tx) => {
    const user = await getUser(tx, email);
    // Locks users before teams, as adding a member to a team does.
    await lockUserForDeletion(tx, user.id);
    const heir = rule.handOverTo === undefined ? undefined : await getUser(tx, rule.handOverTo);
    if (heir?.id === user.id)
      throw new AccountsError('HAND_OVER_TO_SELF', 'Teams cannot be handed over to the user who is deleted');
    const orphans = await listOrphans(tx, user.id);
    const settled = await settleOrphans(tx, actor, orphans, heir, rule.deleteEmptyTeams);
    await deleteUserRow(tx, user.id);
    const details = {
      email: user.email,
      handedOver: settled.handedOver.map(({ slug }) => slug),
      deleted: settled.deleted.map(({ slug }) => slug),
    };
    await recordAudit(tx, actor, { action: 'user.delete', subjectId: user.id, details });
    return { user, ...settled };
  });
  await Promise.all(keyHashes.map((hash) => deps.announcer.keyChanged(hash)));
  await endSessionKeys(deps);
  return outcome;
}

type Orphan = { team: Team; isEmpty: boolean };

async function listOrphans(tx: Connection, userId: string): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  for (const { id } of await listTeamsOfUser(tx, userId)) {
    const team = await lockTeam(tx, id);
    const others = (await listMembers(tx, id)).filter((member) => member.userId !== userId);
    if (!others.some(({ role }) => readRole(role) === 'owner')) orphans.push({ team, isEmpty: others.length === 0 });
  }
  return orphans;
}

async function settleOrphans(
  tx: Connection,
  actor: Actor,
  orphans: Orphan[],
  heir: User | undefined,
  deleteEmptyTeams: boolean,
): Promise<{ handedOver: Team[]; deleted: Team[]; keyHashes: Uint8Array[] }> {
  const deleted = orphans.filter(({ isEmpty }) => isEmpty && deleteEmptyTeams).map(({ team }) => team);
  const handedOver = orphans.map(({ team }) => team).filter((team) => !deleted.includes(team));
  if (heir === undefined && handedOver.length > 0) {
    const slugs = handedOver.map(({ slug }) => slug).join(', ');
    throw new AccountsError(
      'LAST_OWNER',
      `Without this user ${slugs} would have no owner. Hand over with --hand-over-to <email>; teams without other members can be deleted with --delete-empty-teams`,
    );
  }
  const keyHashes: Uint8Array[] = [];
  for (const team of deleted) keyHashes.push(...(await removeTeam(tx, actor, team.id)).keyHashes);
  if (heir !== undefined) for (const team of handedOver) await makeOwner(tx, actor, team.id, heir);
  return { handedOver, deleted, keyHashes };
}

async function makeOwner(tx: Connection, actor: Actor, teamId: string, heir: User): Promise<void> {
  const member = await findMember(tx, teamId, heir.id);
  if (member === null) await insertMember(tx, teamId, heir.id, 'owner');
  else await updateMemberRole(tx, member.id, 'owner');
  await recordAudit(tx, actor, {
    action: member === null ? 'member.add' : 'member.set-role',
    teamId,
    subjectId: heir.id,
    details:
      member === null ? { email: heir.email, role: 'owner' } : { email: heir.email, from: member.role, to: 'owner' },
  });
}
