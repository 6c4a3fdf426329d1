import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { type OwnedKey, updateApiKey } from '#/db/api-keys.ts';
import type { KeyDeps } from './key-deps.ts';
import { type KeyCheck, lockKey, mustBeActive } from './lock-key.ts';

/** A repetition only notifies gateways again. Throws AccountsError UNKNOWN_KEY (also for another team's) or KEY_NOT_ACTIVE. */
export async function permitSending(
  { db, now, announcer }: Omit<KeyDeps, 'brand' | 'pepper'>,
  actor: Actor,
  teamId: string,
  keyId: string,
  maySend: boolean,
  check?: KeyCheck,
): Promise<{ key: OwnedKey; wasSoBefore: boolean }> {
  const outcome = await db.$transaction(async (tx) => {
    const key = await lockKey(tx, teamId, keyId, check);
    mustBeActive(key, now());
    if (key.maySend === maySend) return { key, wasSoBefore: true };
    await recordAudit(tx, actor, {
      action: maySend ? 'key.allow-sending' : 'key.forbid-sending',
      teamId,
      subjectId: key.id,
      details: { name: key.name },
    });
    return { key: await updateApiKey(tx, key.id, { maySend }), wasSoBefore: false };
  });
  await announcer.keyChanged(outcome.key.hash);
  return outcome;
}
