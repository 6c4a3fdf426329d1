import type { Connection } from '#/db/connection.ts';
import { findOwnedTeam, insertTeam, type TeamOnPlan } from '#/db/teams.ts';
import { lockUser } from '#/db/users.ts';
import { createSlug } from './create-slug.ts';

/**
 * The team a user has owned longest; one who owns none gets one, and is its owner. Safe to call again and at once.
 * @param tx a transaction in which the user exists
 * @param planId plan of a team that is made here; the default plan if undefined
 */
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
