import type { Actor } from '#/audit/actor.ts';
import { findWebhookKey } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import { addKey } from '#/keys/create-key.ts';
import type { KeySettings } from '#/keys/key-deps.ts';
import { lockTeam } from '#/teams/get-team.ts';

/**
 * Makes the key with which a team's webhooks read, if there is none that works. It is a key like any other: its calls count, it is shown in
 * the list, and revoking it stops the webhooks. No user sees its value.
 * Throws AccountsError UNKNOWN_TEAM or TOO_MANY_KEYS.
 */
export async function ensureWebhookKey(
  deps: KeySettings & { db: Database; now: () => Date },
  actor: Actor,
  teamId: string,
  environment: 'live' | 'test',
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    if ((await findWebhookKey(tx, teamId, environment, deps.now())) !== null) return;
    await addKey({ ...deps, tx }, actor, teamId, { environment, name: 'Webhooks', isForWebhooks: true });
  });
}
