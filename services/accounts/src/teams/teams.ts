import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { countWorkingApiKeys, deleteTeamApiKeys } from '#/db/api-keys.ts';
import type { Connection, Database } from '#/db/connection.ts';
import { insertTeam, type TeamOnPlan, updateTeam } from '#/db/teams.ts';
import type { ChangeDeps } from '#/events/announcer.ts';
import type { Team } from '#/generated/prisma/client.ts';
import { checkPlan } from '#/plans/check-plan.ts';
import { getUser } from '#/users/get-user.ts';
import { createSlug } from './create-slug.ts';
import { lockTeam } from './get-team.ts';

/** @param planId undefined: the default plan. Throws AccountsError UNKNOWN_USER or UNKNOWN_PLAN. */
export function createTeam(
  { db }: { db: Database },
  actor: Actor,
  { name, ownerEmail, planId }: { name: string; ownerEmail: string; planId?: string | undefined },
): Promise<TeamOnPlan> {
  return db.$transaction(async (tx) => {
    if (planId !== undefined) await checkPlan(tx, planId);
    const owner = await getUser(tx, ownerEmail);
    const team = await insertTeam(tx, { name, slug: createSlug(name), planId, ownerId: owner.id });
    const details = { name, slug: team.slug, plan: team.planId, owner: owner.email };
    await recordAudit(tx, actor, { action: 'team.create', teamId: team.id, subjectId: team.id, details });
    return team;
  });
}

/** The slug stays, since commands and links name it. Throws AccountsError UNKNOWN_TEAM. */
export function renameTeam({ db }: { db: Database }, actor: Actor, teamId: string, name: string): Promise<TeamOnPlan> {
  return db.$transaction(async (tx) => {
    const team = await lockTeam(tx, teamId);
    if (team.name === name) return team;
    const details = { from: team.name, to: name };
    await recordAudit(tx, actor, { action: 'team.rename', teamId, subjectId: teamId, details });
    return updateTeam(tx, teamId, { name });
  });
}

/** Calls already made this month count on the new plan too. Throws AccountsError UNKNOWN_TEAM or UNKNOWN_PLAN. */
export async function setTeamPlan(
  { db, announcer }: ChangeDeps,
  actor: Actor,
  teamId: string,
  planId: string,
): Promise<TeamOnPlan> {
  const changed = await db.$transaction(async (tx) => {
    const team = await lockTeam(tx, teamId);
    await checkPlan(tx, planId);
    if (team.planId === planId) return team;
    const details = { from: team.planId, to: planId };
    await recordAudit(tx, actor, { action: 'team.set-plan', teamId, subjectId: teamId, details });
    return updateTeam(tx, teamId, { planId });
  });
  await announcer.teamChanged(teamId);
  return changed;
}

export type RemovedTeam = { team: Team; keyHashes: Uint8Array[] };

/** The audit log stays. Throws AccountsError UNKNOWN_TEAM, or TEAM_HAS_KEYS while one of its keys works. */
export function deleteTeam(
  { db, now }: { db: Database; now: () => Date },
  actor: Actor,
  teamId: string,
): Promise<RemovedTeam> {
  return db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    if ((await countWorkingApiKeys(tx, teamId, now())) > 0)
      throw new AccountsError('TEAM_HAS_KEYS', 'The team has keys that work: revoke them first');
    return removeTeam(tx, actor, teamId);
  });
}

/** Ignores working keys; the caller notifies the gateways afterwards. Throws AccountsError UNKNOWN_TEAM. */
export async function removeTeam(tx: Connection, actor: Actor, teamId: string): Promise<RemovedTeam> {
  const team = await lockTeam(tx, teamId);
  const { name, slug } = team;
  await recordAudit(tx, actor, { action: 'team.delete', teamId, subjectId: teamId, details: { name, slug } });
  const keyHashes = await deleteTeamApiKeys(tx, teamId);
  await tx.team.delete({ where: { id: teamId } });
  return { team, keyHashes };
}

/** Its keys stop at once. Throws AccountsError UNKNOWN_TEAM. */
export async function deleteTeamWithKeys({ db, announcer }: ChangeDeps, actor: Actor, teamId: string): Promise<void> {
  const { keyHashes } = await db.$transaction((tx) => removeTeam(tx, actor, teamId));
  await Promise.all(keyHashes.map((hash) => announcer.keyChanged(hash)));
}
