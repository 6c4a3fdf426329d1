import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#/audit/actor.ts';
import type { Auth } from '#/auth/create-auth.ts';
import { findSession, type SignedIn } from '#/auth/find-signed-in.ts';
import { isUuid } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import { findMembership } from '#/db/members.ts';
import { findTeamById } from '#/db/teams.ts';
import { type Role, readRole } from '#/teams/rights.ts';
import { forbidden, notFound, signedOut } from './dashboard-error.ts';
import { findManagingKey, type ManagingKeyDeps, showsKey } from './managing-key.ts';
import { findToken, showsToken } from './operator-token.ts';
import { type RouteLimits, ratesOf } from './rates.ts';
import { clientAddress, toHeaders } from './to-headers.ts';

/** A person, signed in or acting by a key that manages their team; or an operator, who is an owner in every team. */
export type Caller = {
  user: SignedIn;
  /** Null: the request shows a key, or is an operator's. */
  sessionId: string | null;
  actor: Actor;
  /** The only team in which the shown key works; null: no key is shown. */
  keyTeamId: string | null;
  isOperator: boolean;
};
export type TeamCaller = Caller & { teamId: string; role: Role };

/** `limits` is absent where a request that was admitted before is checked again. */
type Deps = { auth: Auth; limits?: RouteLimits };
/** With `operator` set, every request is an operator's, because they have the database itself. */
type KeyCallerDeps = Deps & ManagingKeyDeps & { operator?: string | undefined };

async function getCaller({ auth, limits }: Deps, request: FastifyRequest): Promise<Caller> {
  const found = await findSession(auth, toHeaders(request.headers));
  if (found === null) throw signedOut();
  const { user, sessionId } = found;
  limits?.admitPerson(ratesOf(request), user.id);
  const ipAddress = clientAddress(request.headers);
  return {
    user,
    sessionId,
    actor: { kind: 'user', id: user.id, name: user.email, ipAddress },
    keyTeamId: null,
    isOperator: false,
  };
}

/** Requests of a managing key count as those of the person who made it. */
export async function getCallerOrKey(deps: KeyCallerDeps, request: FastifyRequest): Promise<Caller> {
  if (deps.operator !== undefined) return operatorOf(deps.operator, null);
  if (!showsKey(request)) return getCaller(deps, request);
  if (showsToken(request)) {
    const token = await findToken(deps, request.headers);
    deps.limits?.admitPerson(ratesOf(request), token.id);
    return operatorOf(token.name, token.expiresAt);
  }
  const { teamId, maker, acting } = await findManagingKey(deps, request);
  deps.limits?.admitPerson(ratesOf(request), maker.id);
  const ipAddress = clientAddress(request.headers);
  const actor = { kind: 'user', id: maker.id, name: maker.email, ipAddress, key: acting } as const;
  return { user: maker, sessionId: null, actor, keyTeamId: teamId, isOperator: false };
}

/** Adds a route below `:team` for members with the right. Others get NOT_FOUND; members whose role is too low get FORBIDDEN. */
export function forTeam(
  { auth, db, limits }: Required<Deps> & { db: Database },
  may: (role: Role) => boolean,
  answer: (caller: TeamCaller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    answer(await readTeamCaller({ auth, db, limits }, may, request), request, reply);
}

export function forTeamOrKey(
  deps: Required<Deps> & KeyCallerDeps,
  may: (role: Role) => boolean,
  answer: (caller: TeamCaller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const caller = await getCallerOrKey(deps, request);
    return answer(await inTeam(deps, may, request, caller), request, reply);
  };
}

/** Throws SIGNED_OUT, NOT_FOUND, FORBIDDEN or TOO_MANY_REQUESTS. */
export async function readTeamCaller(
  { auth, db, limits }: Deps & { db: Database },
  may: (role: Role) => boolean,
  request: FastifyRequest,
): Promise<TeamCaller> {
  const caller = await getCaller({ auth, ...(limits && { limits }) }, request);
  return inTeam({ db, ...(limits && { limits }) }, may, request, caller);
}

async function inTeam(
  { db, limits }: Pick<Deps, 'limits'> & { db: Database },
  may: (role: Role) => boolean,
  request: FastifyRequest,
  caller: Caller,
): Promise<TeamCaller> {
  const teamId = pathPart(request, 'team');
  if (caller.isOperator) {
    if ((await findTeamById(db, teamId)) === null) throw notFound('team');
    return { ...caller, teamId, role: 'owner' };
  }
  const isItsTeam = caller.keyTeamId === null || caller.keyTeamId === teamId;
  const membership = isItsTeam && isUuid(teamId) ? await findMembership(db, caller.user.id, teamId) : null;
  if (membership === null) throw notFound('team');
  const role = readRole(membership.role);
  if (!may(role)) throw forbidden();
  limits?.admitTeam(ratesOf(request), teamId);
  return { ...caller, teamId, role };
}

function operatorOf(name: string, expiresAt: Date | null): Caller {
  const user = { id: '', name, email: '' };
  return { user, sessionId: null, actor: { kind: 'operator', name, expiresAt }, keyTeamId: null, isOperator: true };
}

export function forOperator(
  deps: KeyCallerDeps,
  answer: (operator: Actor, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { actor, isOperator } = await getCallerOrKey(deps, request);
    if (!isOperator) throw notFound();
    return answer(actor, request, reply);
  };
}

export function pathPart(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}
