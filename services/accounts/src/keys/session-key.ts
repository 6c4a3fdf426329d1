import { createHmac } from 'node:crypto';
import { deriveApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import type { KeyEnvironment } from '@ledgergraph/proto-schemas/api-key/key-environment';
import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { insertApiKey, updateApiKey } from '#/db/api-keys.ts';
import type { Connection, Database } from '#/db/connection.ts';
import { findSessionKey, lockSessionOfMember, type SessionOfMember } from '#/db/session-keys.ts';
import { lockTeam } from '#/teams/get-team.ts';
import type { KeySettings } from './key-deps.ts';

const HOURS_MAX = 12;
const HOUR_MS = 3_600_000;
/** By which usage and the record know it. */
const NAME = 'GraphiQL';

export type SessionKeyDeps = KeySettings & { db: Database; now: () => Date; sessionSecret: string };
export type SessionKeyRequest = { sessionId: string; teamId: string; environment: KeyEnvironment };
export type SessionKey = { value: string; expiresAt: Date };

/**
 * The key of a session for a team: it only reads, and ends with the session, with the membership, and after twelve hours; then the
 * session gets the next one. It can be shown again because it follows from the session, the team, the environment, its end and a
 * secret that is not in the database.
 * Throws AccountsError UNKNOWN_TEAM if the session, or the person's place in the team, is gone.
 */
export function getSessionKey(
  { db, now, ...settings }: SessionKeyDeps,
  actor: Extract<Actor, { kind: 'user' }>,
  request: SessionKeyRequest,
): Promise<SessionKey> {
  return db.$transaction(async (tx) => {
    const { sessionId, teamId, environment } = request;
    await lockTeam(tx, teamId);
    const owner = await lockSessionOfMember(tx, sessionId, teamId);
    if (owner === undefined) throw new AccountsError('UNKNOWN_TEAM', 'There is no such team');
    const at = now();
    const kept = await findSessionKey(tx, owner, environment);
    if (kept?.expiresAt != null && kept.expiresAt > at)
      return { value: deriveValue(settings, request, kept.expiresAt), expiresAt: kept.expiresAt };
    const expiresAt = new Date(Math.min(at.getTime() + HOURS_MAX * HOUR_MS, owner.endsAt.getTime()));
    const value = deriveValue(settings, request, expiresAt);
    const changes = { hash: hashApiKey(value, settings.pepper), lastFour: value.slice(-4), expiresAt };
    if (kept === null) await insert(tx, actor, owner, { ...request, ...changes, brand: settings.brand, createdAt: at });
    else await updateApiKey(tx, kept.id, changes);
    return { value, expiresAt };
  });
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

function deriveValue(
  { brand, sessionSecret }: Pick<SessionKeyDeps, 'brand' | 'sessionSecret'>,
  { sessionId, teamId, environment }: SessionKeyRequest,
  expiresAt: Date,
): string {
  const text = JSON.stringify(['session key', sessionId, teamId, environment, expiresAt.toISOString()]);
  return deriveApiKey(brand, environment, createHmac('sha256', sessionSecret).update(text).digest());
}
