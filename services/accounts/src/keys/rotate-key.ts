import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { type OwnedKey, updateApiKey } from '#/db/api-keys.ts';
import { lockTeam } from '#/teams/get-team.ts';
import { type CreatedKey, insertNewKey, makerOf, newKeyOf } from './create-key.ts';
import type { KeyDeps } from './key-deps.ts';
import { type KeyCheck, lockKey, mustBeActive } from './lock-key.ts';

export type RotatedKey = CreatedKey & {
  replaced: OwnedKey;
};

/**
 * Without grace the old key is revoked at once. Whoever rotates sees the value and becomes the maker; an operator does not. Throws
 * AccountsError UNKNOWN_TEAM, UNKNOWN_KEY, KEY_NOT_ACTIVE, KEY_ALREADY_ROTATED or TOO_MANY_KEYS.
 */
export async function rotateKey(
  { db, now, brand, pepper, announcer }: KeyDeps,
  actor: Actor,
  teamId: string,
  keyId: string,
  { graceSeconds }: { graceSeconds: number },
  check?: KeyCheck,
): Promise<RotatedKey> {
  const at = now();
  const rotated = await db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const old = await lockKey(tx, teamId, keyId, check);
    mustBeRotatable(old, at);
    const end = graceEnd(old, at, graceSeconds);
    // Before the new key is counted: a team at its limit can still replace a leaked key.
    if (graceSeconds === 0) await updateApiKey(tx, old.id, { revokedAt: at });
    const { name, maySend, managesTeam } = old;
    const maker = actor.kind === 'user' && (await makerOf(tx, actor, teamId, managesTeam));
    const created = await insertNewKey({ tx, now: () => at, brand, pepper }, teamId, { ...newKeyOf(old), ...maker });
    const replaced = await updateApiKey(tx, old.id, {
      replacedById: created.stored.id,
      ...(graceSeconds > 0 && { expiresAt: end }),
    });
    await recordAudit(tx, actor, {
      action: 'key.rotate',
      teamId,
      subjectId: old.id,
      details: {
        name,
        replacedBy: created.stored.id,
        graceSeconds,
        endsAt: end.toISOString(),
        ...(maySend && { maySend }),
      },
    });
    return { ...created, replaced };
  });
  await announcer.keyChanged(rotated.replaced.hash);
  return rotated;
}

function mustBeRotatable(key: OwnedKey, at: Date): void {
  if (key.replacedById !== null)
    throw new AccountsError('KEY_ALREADY_ROTATED', 'The key was rotated before; rotate the one that took its place');
  mustBeActive(key, at);
}

function graceEnd(old: OwnedKey, at: Date, graceSeconds: number): Date {
  const end = new Date(at.getTime() + graceSeconds * 1000);
  return old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
}
