import type { OwnedKey } from '#/db/api-keys.ts';
import { keyState } from '#/keys/key-state.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { mayManageKey } from '#/teams/rights.ts';
import type { TeamCaller } from './caller.ts';
import type { Key } from './contract.ts';

export function toKey(key: OwnedKey, { user, role }: Pick<TeamCaller, 'user' | 'role'>, now: Date): Key {
  return {
    id: key.id,
    environment: key.environment,
    name: key.name,
    masked: maskedKey(key),
    state: keyState(key, now),
    createdAt: key.createdAt.toISOString(),
    createdBy: key.createdBy?.name ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    allowedNetworks: key.allowedNetworks,
    allowedOrigins: key.allowedOrigins,
    maySend: key.maySend,
    managesTeam: key.managesTeam,
    replacedById: key.replacedById,
    mayManage: mayManageKey({ role, userId: user.id }, key),
  };
}
