import { AccountsError } from '#/accounts-error.ts';
import type { Connection } from '#/db/connection.ts';
import { findTeam, findTeamById, lockTeamRow, type TeamOnPlan } from '#/db/teams.ts';

/** Throws AccountsError UNKNOWN_TEAM. */
export async function getTeam(db: Connection, reference: string): Promise<TeamOnPlan> {
  const team = await findTeam(db, reference);
  if (team === null) throw new AccountsError('UNKNOWN_TEAM', `There is no team ${JSON.stringify(reference)}`);
  return team;
}

/** Until the transaction ends. Throws AccountsError UNKNOWN_TEAM. */
export async function lockTeam(tx: Connection, teamId: string): Promise<TeamOnPlan> {
  await lockTeamRow(tx, teamId);
  const team = await findTeamById(tx, teamId);
  if (team === null) throw new AccountsError('UNKNOWN_TEAM', 'There is no such team');
  return team;
}
