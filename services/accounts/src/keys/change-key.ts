import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { type OwnedKey, updateApiKey } from '#/db/api-keys.ts';
import { mustBeAhead } from './create-key.ts';
import type { KeyDeps } from './key-deps.ts';
import { type KeyCheck, lockKey, mustBeActive } from './lock-key.ts';
import { parseNetworks } from './parse-networks.ts';
import { parseOrigins } from './parse-origins.ts';

/** Absent members stay as they are. */
export type KeyChange = {
  name?: string | undefined;
  /** Null: does not expire. */
  expiresAt?: Date | null | undefined;
  /** Empty: from anywhere. */
  allowedNetworks?: readonly string[] | undefined;
  /** Empty: from every page that the gateway allows. */
  allowedOrigins?: readonly string[] | undefined;
};

/** Throws AccountsError UNKNOWN_KEY, KEY_NOT_ACTIVE, EXPIRY_NOT_AHEAD, BAD_NETWORK, BAD_ORIGIN or KEY_ALREADY_ROTATED. */
export async function changeKey(
  { db, now, announcer }: Omit<KeyDeps, 'brand' | 'pepper'>,
  actor: Actor,
  teamId: string,
  keyId: string,
  { name, expiresAt, allowedNetworks, allowedOrigins }: KeyChange,
  check?: KeyCheck,
): Promise<OwnedKey> {
  const at = now();
  const rest = {
    ...(name !== undefined && { name }),
    ...(allowedNetworks !== undefined && { allowedNetworks: parseNetworks(allowedNetworks) }),
    ...(allowedOrigins !== undefined && { allowedOrigins: parseOrigins(allowedOrigins) }),
  };
  mustBeAhead(expiresAt ?? null, at);
  const changed = await db.$transaction(async (tx) => {
    const key = await lockKey(tx, teamId, keyId, check);
    mustBeActive(key, at);
    if (expiresAt !== undefined && key.replacedById !== null) mustEndEarlier(key, expiresAt);
    await recordAudit(tx, actor, {
      action: 'key.change',
      teamId,
      subjectId: keyId,
      details: { ...rest, ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }) },
    });
    return updateApiKey(tx, key.id, { ...rest, ...(expiresAt !== undefined && { expiresAt }) });
  });
  await announcer.keyChanged(changed.hash);
  return changed;
}

/** A replaced key may end earlier but not later. */
function mustEndEarlier(key: OwnedKey, expiresAt: Date | null): void {
  if (expiresAt === null || key.expiresAt === null || expiresAt > key.expiresAt) {
    throw new AccountsError('KEY_ALREADY_ROTATED', 'The key was rotated: its expiry can only be brought forward');
  }
}
