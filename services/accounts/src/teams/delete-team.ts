import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { countWorkingApiKeys, deleteTeamApiKeys } from '#/db/api-keys.ts';
import type { Connection, Database } from '#/db/connection.ts';
import { deleteTeamRow } from '#/db/teams.ts';
import type { Team } from '#/generated/prisma/client.ts';
import { lockTeam } from './lock-team.ts';

/** A team that is gone, and the hashes of its keys, which gateways are to forget. */
export type RemovedTeam = { team: Team; keyHashes: Uint8Array[] };

/**
 * Removes a team without working keys, with its members, invitations, dead keys and their usage; the audit log stays.
 * Throws AccountsError UNKNOWN_TEAM, or TEAM_HAS_KEYS while one of its keys works; then nothing changes.
 */
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

/**
 * Removes a team whatever keys it has, as a part of the caller's transaction; the caller notifies the gateways of the keys afterwards.
 * Throws AccountsError UNKNOWN_TEAM.
 */
export async function removeTeam(tx: Connection, actor: Actor, teamId: string): Promise<RemovedTeam> {
  const team = await lockTeam(tx, teamId);
  const { name, slug } = team;
  await recordAudit(tx, actor, { action: 'team.delete', teamId, subjectId: teamId, details: { name, slug } });
  const keyHashes = await deleteTeamApiKeys(tx, teamId);
  await deleteTeamRow(tx, teamId);
  return { team, keyHashes };
}
