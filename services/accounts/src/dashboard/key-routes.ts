import type { FastifyInstance } from 'fastify';
import { listApiKeys } from '#/db/api-keys.ts';
import { changeKey } from '#/keys/change-key.ts';
import { createKey } from '#/keys/create-key.ts';
import type { KeyCheck } from '#/keys/lock-key.ts';
import { permitSending } from '#/keys/permit-sending.ts';
import { revokeKey } from '#/keys/revoke-key.ts';
import { rotateKey } from '#/keys/rotate-key.ts';
import { getSessionKey } from '#/keys/session-key.ts';
import { mayManageKey, mayPermitSending, maySeeTeam } from '#/teams/rights.ts';
import { forTeam, forTeamOrKey, pathPart, type TeamCaller } from './caller.ts';
import {
  type CreatedKey,
  type Key,
  type KeyPage,
  keyChangeSchema,
  newKeySchema,
  rotationSchema,
  type SessionKey,
  sessionKeySchema,
} from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { forbidden, notFound, signedOut } from './dashboard-error.ts';
import { pageSchema, readPage } from './pages.ts';
import { CHANGING, READING } from './rates.ts';
import { readInput } from './read-input.ts';
import { toKey } from './to-key.ts';

export function keyRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { now } = deps;

  keyList(scope, deps);

  scope.post(
    '/teams/:team/keys',
    CHANGING,
    forTeamOrKey(deps, maySeeTeam, async (caller, { body }, reply): Promise<CreatedKey> => {
      const { expiresAt, ...wanted } = readInput(newKeySchema, body);
      if (wanted.maySend || wanted.managesTeam) checkPermitting(caller, wanted.managesTeam);
      const request = { ...wanted, expiresAt: toDate(expiresAt) };
      const { value, stored } = await createKey(deps, caller.actor, caller.teamId, request);
      reply.code(201);
      return { value, key: toKey(stored, caller, now()) };
    }),
  );

  scope.patch(
    '/teams/:team/keys/:key',
    CHANGING,
    forTeamOrKey(deps, maySeeTeam, async (caller, request): Promise<Key> => {
      const { expiresAt, ...change } = readInput(keyChangeSchema, request.body);
      const wanted = { ...change, ...(expiresAt !== undefined && { expiresAt: toDate(expiresAt) }) };
      const { actor, teamId } = caller;
      const key = await changeKey(deps, actor, teamId, pathPart(request, 'key'), wanted, checkKey(caller));
      return toKey(key, caller, now());
    }),
  );

  scope.post(
    '/teams/:team/keys/:key/rotate',
    CHANGING,
    forTeamOrKey(deps, maySeeTeam, async (caller, request, reply): Promise<CreatedKey> => {
      const rotation = readInput(rotationSchema, request.body);
      const { actor, teamId } = caller;
      const keyId = pathPart(request, 'key');
      const { value, stored } = await rotateKey(deps, actor, teamId, keyId, rotation, checkKey(caller));
      reply.code(201);
      return { value, key: toKey(stored, caller, now()) };
    }),
  );

  scope.post(
    '/teams/:team/keys/:key/revoke',
    CHANGING,
    forTeamOrKey(deps, maySeeTeam, async (caller, request): Promise<Key> => {
      const { actor, teamId } = caller;
      const { key } = await revokeKey(deps, actor, teamId, pathPart(request, 'key'), checkKey(caller, true));
      return toKey(key, caller, now());
    }),
  );

  sendingRoutes(scope, deps);
  sessionKey(scope, deps);
}

function keyList(scope: FastifyInstance, deps: DashboardDeps): void {
  const { now } = deps;
  scope.get(
    '/teams/:team/keys',
    READING,
    forTeamOrKey(deps, maySeeTeam, async (caller, { query }): Promise<KeyPage> => {
      const { teamId } = caller;
      const find = listApiKeys.bind(null, deps.db, teamId);
      const { rows, ...end } = await readPage(deps, `keys ${teamId}`, readInput(pageSchema, query), find);
      return { keys: rows.map((key) => toKey(key, caller, now())), ...end };
    }),
  );
}

/** Owners and admins give it; whoever manages the key may take it. */
function sendingRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const answer = (maySend: boolean) =>
    forTeamOrKey(deps, maySeeTeam, async (caller, request): Promise<Key> => {
      if (maySend) checkPermitting(caller, false);
      const { actor, teamId } = caller;
      const keyId = pathPart(request, 'key');
      const { key } = await permitSending(deps, actor, teamId, keyId, maySend, checkKey(caller, !maySend));
      return toKey(key, caller, deps.now());
    });
  scope.post('/teams/:team/keys/:key/allow-sending', CHANGING, answer(true));
  scope.post('/teams/:team/keys/:key/forbid-sending', CHANGING, answer(false));
}

function sessionKey(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/session-key',
    CHANGING,
    forTeam(deps, maySeeTeam, async ({ actor, sessionId, teamId }, { body }): Promise<SessionKey> => {
      if (sessionId === null || actor.kind !== 'user') throw signedOut();
      const { environment } = readInput(sessionKeySchema, body);
      const { value, expiresAt } = await getSessionKey(deps, actor, { sessionId, teamId, environment });
      return { value, expiresAt: expiresAt.toISOString() };
    }),
  );
}

/** Throws FORBIDDEN for a caller who may not let a key send or manage. */
function checkPermitting({ role, keyTeamId, isOperator }: TeamCaller, managesTeam: boolean): void {
  // Such a key acts as the person who made it.
  if (isOperator && managesTeam) throw forbidden('A key that manages its team is made by a person in it.');
  if (!mayPermitSending(role) || keyTeamId !== null)
    throw forbidden(
      'Only owners and admins of the team, signed in, may let a key send transactions or manage the team.',
    );
}

/** Throws NOT_FOUND for a session's key, or FORBIDDEN. @param takesRight true: also for keys with more rights */
function checkKey({ role, user, keyTeamId }: TeamCaller, takesRight = false): KeyCheck {
  return (key) => {
    if (key.isForSession) throw notFound('key');
    if (!mayManageKey({ role, userId: user.id }, key)) throw forbidden();
    if (keyTeamId !== null && !takesRight && (key.maySend || key.managesTeam))
      throw forbidden('Sign in to change this key.');
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
