import type { Actor } from '#/audit/actor.ts';
import { findWebhookKey } from '#/db/api-keys.ts';
import type { Connection, Database } from '#/db/connection.ts';
import { addKey } from '#/keys/create-key.ts';
import type { KeySettings } from '#/keys/key-deps.ts';
import { lockTeam } from '#/teams/get-team.ts';

/** An ordinary key whose value no user sees. @param check throws if it would be made in vain. Throws UNKNOWN_TEAM or TOO_MANY_KEYS. */
export async function ensureWebhookKey(
  deps: KeySettings & { db: Database; now: () => Date },
  actor: Actor,
  teamId: string,
  environment: 'live' | 'test',
  check?: () => Promise<void>,
): Promise<void> {
  const hasKey = async (db: Connection) => (await findWebhookKey(db, teamId, environment, deps.now())) !== null;
  // Usually there is one: then no row is locked.
  if (await hasKey(deps.db)) return;
  await check?.();
  await deps.db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    if (await hasKey(tx)) return;
    await addKey({ ...deps, tx }, actor, teamId, { environment, name: 'Webhooks', isForWebhooks: true });
  });
}
