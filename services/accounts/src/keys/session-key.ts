import { createHmac } from 'node:crypto';
import { deriveApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import type { KeyEnvironment } from '@ledgergraph/proto-schemas/api-key/key-environment';
import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { insertApiKey, updateApiKey } from '#/db/api-keys.ts';
import type { Connection } from '#/db/connection.ts';
import { findMemberSessionKey, findSessionKey, lockSessionOfMember, type SessionOfMember } from '#/db/session-keys.ts';
import type { ApiKey } from '#/generated/prisma/client.ts';
import { lockTeam } from '#/teams/get-team.ts';
import type { KeyDeps } from './key-deps.ts';

const HOURS_MAX = 12;
const HOUR_MS = 3_600_000;
const NAME = 'GraphiQL';

export type SessionKeyDeps = KeyDeps & { sessionSecret: string };
export type SessionKeyRequest = { sessionId: string; teamId: string; environment: KeyEnvironment };
export type SessionKey = { value: string; expiresAt: Date };

/**
 * Derived from the session and a secret outside the database, so it can be shown again; ends after twelve hours at the latest. A member
 * has one for each environment: another session's ends here. Throws AccountsError UNKNOWN_TEAM.
 */
export async function getSessionKey(
  { db, now, announcer, ...settings }: SessionKeyDeps,
  actor: Extract<Actor, { kind: 'user' }>,
  request: SessionKeyRequest,
): Promise<SessionKey> {
  const { sessionId, teamId, environment } = request;
  // Pages ask repeatedly, so a key that works locks no row.
  const working = await findSessionKey(db, request, now());
  if (working !== null) return showKey(settings, request, working);
  const { key, replaced } = await db.$transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const owner = await lockSessionOfMember(tx, sessionId, teamId);
    if (owner === undefined) throw new AccountsError('UNKNOWN_TEAM', 'There is no such team');
    const at = now();
    const made = await findSessionKey(tx, request, at);
    if (made !== null) return { key: showKey(settings, request, made), replaced: undefined };
    const expiresAt = new Date(Math.min(at.getTime() + HOURS_MAX * HOUR_MS, owner.endsAt.getTime()));
    const next = showKey(settings, request, { expiresAt });
    const changes = { hash: hashApiKey(next.value, settings.pepper), lastFour: next.value.slice(-4), expiresAt };
    const kept = await findMemberSessionKey(tx, owner.memberId, environment);
    if (kept === null) await insert(tx, actor, owner, { ...request, ...changes, brand: settings.brand, createdAt: at });
    else await updateApiKey(tx, kept.id, { ...changes, sessionId, revokedAt: null });
    return { key: next, replaced: kept?.hash };
  });
  if (replaced !== undefined) await announcer.keyChanged(replaced);
  return key;
}

async function insert(
  tx: Connection,
  actor: Extract<Actor, { kind: 'user' }>,
  { sessionId, memberId }: SessionOfMember,
  key: Omit<Parameters<typeof insertApiKey>[1], 'name'>,
): Promise<void> {
  const { teamId, environment } = key;
  const data = { ...key, name: NAME, isForSession: true, createdById: actor.id };
  const { id: subjectId } = await insertApiKey(tx, { ...data, sessionId, memberId });
  await recordAudit(tx, actor, { action: 'key.create', teamId, subjectId, details: { name: NAME, environment } });
}

function showKey(
  { brand, sessionSecret }: Pick<SessionKeyDeps, 'brand' | 'sessionSecret'>,
  { sessionId, teamId, environment }: SessionKeyRequest,
  { expiresAt }: Pick<ApiKey, 'expiresAt'>,
): SessionKey {
  if (expiresAt === null) throw new Error('a key of a session has no end');
  const text = JSON.stringify(['session key', sessionId, teamId, environment, expiresAt.toISOString()]);
  const digest = createHmac('sha256', sessionSecret).update(text).digest();
  return { value: deriveApiKey(brand, environment, digest), expiresAt };
}
