import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Database } from '#/db/connection.ts';
import { type TeamOnPlan, updateTeam } from '#/db/teams.ts';
import { lockTeam } from './lock-team.ts';

/** Gives a team another name; its slug stays, since commands and links name it. Throws AccountsError UNKNOWN_TEAM. */
export function renameTeam({ db }: { db: Database }, actor: Actor, teamId: string, name: string): Promise<TeamOnPlan> {
  return db.$transaction(async (tx) => {
    const team = await lockTeam(tx, teamId);
    if (team.name === name) return team;
    const details = { from: team.name, to: name };
    await recordAudit(tx, actor, { action: 'team.rename', teamId, subjectId: teamId, details });
    return updateTeam(tx, teamId, { name });
  });
}
