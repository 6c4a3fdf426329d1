import type { Connection } from '#/db/connection.ts';
import { findOwnedTeam, insertTeam, type TeamOnPlan } from '#/db/teams.ts';
import { lockUser } from '#/db/users.ts';
import { createSlug } from './create-slug.ts';

/** A user who owns no team gets one. Safe to repeat and to run at once. @param planId undefined: the default plan */
export async function ensurePersonalTeam(
  tx: Connection,
  user: { id: string; name: string },
  planId?: string,
): Promise<TeamOnPlan> {
  await lockUser(tx, user.id);
  const owned = await findOwnedTeam(tx, user.id);
  if (owned !== null) return owned;
  return insertTeam(tx, { name: `${user.name}’s team`, slug: createSlug(user.name), planId, ownerId: user.id });
}
