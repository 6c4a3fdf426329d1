import type { OwnedKey } from '#/db/api-keys.ts';
import { keyState } from '#/keys/key-state.ts';
import { maskedKey } from '#/keys/masked-key.ts';

export type DescribedKey = ReturnType<typeof describeKey>;

/** A key as `--json` prints it. Instants are RFC 3339 in UTC, or null. */
export function describeKey(key: OwnedKey, now: Date) {
  return {
    id: key.id,
    maskedKey: maskedKey(key),
    environment: key.environment,
    name: key.name,
    state: keyState(key, now),
    team: { id: key.team.id, slug: key.team.slug },
    plan: key.team.planId,
    createdBy: key.createdBy?.email ?? null,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    allowedNetworks: key.allowedNetworks,
    allowedOrigins: key.allowedOrigins,
    maySend: key.maySend,
    managesTeam: key.managesTeam,
    replacedById: key.replacedById,
  };
}
