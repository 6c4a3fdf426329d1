import type { CommandContext } from '#/cli/command-context.ts';
import { OPERATOR_EMAIL } from '#/cli/keys/create-key.ts';
import { getTeam } from '#/teams/get-team.ts';
import { ensureUser } from '#/user-lifecycle/ensure-user.ts';

/** Id of the team that is named, or of the operator's own, which is made if it is new. Throws AccountsError UNKNOWN_TEAM. */
export async function findTeamId({ db, operator }: CommandContext, team: string | undefined): Promise<string> {
  if (team !== undefined) return (await getTeam(db, team)).id;
  const owned = await db.$transaction((tx) => ensureUser(tx, operator, { email: OPERATOR_EMAIL, planId: undefined }));
  return owned.team.id;
}
