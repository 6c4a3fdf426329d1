import { AccountsError } from '#/accounts-error.ts';
import type { Connection } from '#/db/connection.ts';
import { findTeamById, lockTeamRow, type TeamOnPlan } from '#/db/teams.ts';

/** A team, held until the transaction ends. Throws AccountsError UNKNOWN_TEAM. */
export async function lockTeam(tx: Connection, teamId: string): Promise<TeamOnPlan> {
  await lockTeamRow(tx, teamId);
  const team = await findTeamById(tx, teamId);
  if (team === null) throw new AccountsError('UNKNOWN_TEAM', 'There is no such team');
  return team;
}
