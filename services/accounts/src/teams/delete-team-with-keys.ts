import type { Actor } from '#/audit/actor.ts';
import { removeTeam } from './delete-team.ts';
import type { TeamDeps } from './team-deps.ts';

/** Deletes a team although keys of it may work: they stop at once. Throws AccountsError UNKNOWN_TEAM. */
export async function deleteTeamWithKeys({ db, announcer }: TeamDeps, actor: Actor, teamId: string): Promise<void> {
  const { keyHashes } = await db.$transaction((tx) => removeTeam(tx, actor, teamId));
  await Promise.all(keyHashes.map((hash) => announcer.keyChanged(hash)));
}
