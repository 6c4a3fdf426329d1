import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { type OwnedKey, updateApiKey } from '#/db/api-keys.ts';
import type { KeyDeps } from './key-deps.ts';
import { type KeyCheck, lockKey } from './lock-key.ts';

/** A repetition keeps the first time but notifies the gateways again. Throws AccountsError UNKNOWN_KEY, also for a key of another team. */
export async function revokeKey(
  { db, now, announcer }: Omit<KeyDeps, 'brand' | 'pepper'>,
  actor: Actor,
  teamId: string,
  keyId: string,
  check?: KeyCheck,
): Promise<{ key: OwnedKey; wasRevokedBefore: boolean }> {
  const outcome = await db.$transaction(async (tx) => {
    const key = await lockKey(tx, teamId, keyId, check);
    if (key.revokedAt !== null) return { key, wasRevokedBefore: true };
    await recordAudit(tx, actor, { action: 'key.revoke', teamId, subjectId: key.id, details: { name: key.name } });
    return { key: await updateApiKey(tx, key.id, { revokedAt: now() }), wasRevokedBefore: false };
  });
  await announcer.keyChanged(outcome.key.hash);
  return outcome;
}
