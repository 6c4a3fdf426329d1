import type { Actor } from '#/audit/actor.ts';
import type { ChangeDeps } from '#/events/change-deps.ts';
import { removeTeam } from './delete-team.ts';

/** Deletes a team although keys of it may work: they stop at once. Throws AccountsError UNKNOWN_TEAM. */
export async function deleteTeamWithKeys({ db, announcer }: ChangeDeps, actor: Actor, teamId: string): Promise<void> {
  const { keyHashes } = await db.$transaction((tx) => removeTeam(tx, actor, teamId));
  await Promise.all(keyHashes.map((hash) => announcer.keyChanged(hash)));
}
