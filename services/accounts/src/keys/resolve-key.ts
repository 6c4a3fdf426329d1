import { findWorkingApiKey, type OwnedKey, updateApiKeyLastUsed } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';

/** A busy key should not cost a write per look-up. */
const LAST_USED_PRECISION_MS = 60_000;

/** Also notes the use. Null if the key is unknown, revoked or expired, which a client cannot distinguish. */
export async function resolveKey(
  { db, now }: { db: Database; now: () => Date },
  hash: Uint8Array<ArrayBuffer>,
): Promise<OwnedKey | null> {
  const at = now();
  const key = await findWorkingApiKey(db, hash, at);
  if (key === null) return null;
  if (key.lastUsedAt === null || at.getTime() - key.lastUsedAt.getTime() >= LAST_USED_PRECISION_MS)
    await updateApiKeyLastUsed(db, key.id, at);
  return key;
}
