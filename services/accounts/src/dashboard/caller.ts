import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#/audit/actor.ts';
import type { Auth } from '#/auth/create-auth.ts';
import { findSignedIn, type SignedIn } from '#/auth/find-signed-in.ts';
import { isUuid } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import { findMembership } from '#/db/members.ts';
import { type Role, readRole } from '#/teams/rights.ts';
import { forbidden, notFound, signedOut } from './dashboard-error.ts';
import { clientAddress, toHeaders } from './to-headers.ts';

/** A signed-in user who makes a request. */
export type Caller = { user: SignedIn; actor: Actor };
/** The same, of a team they are in. */
export type TeamCaller = Caller & { teamId: string; role: Role };

/** Returns the caller. Throws SIGNED_OUT. */
export async function getCaller(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const user = await findSignedIn(auth, toHeaders(request.headers));
  if (user === null) throw signedOut();
  const ipAddress = clientAddress(request.headers);
  return { user, actor: { kind: 'user', id: user.id, name: user.email, ipAddress } };
}

/**
 * Adds a route about the team in its path, `:team`, for members with the right. For everyone else the team does not
 * exist (NOT_FOUND), whether it does or not; members whose role is too low get FORBIDDEN.
 */
export function forTeam(
  { auth, db }: { auth: Auth; db: Database },
  may: (role: Role) => boolean,
  answer: (caller: TeamCaller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    answer(await readTeamCaller({ auth, db }, may, request), request, reply);
}

/** The caller of a route about the team in its path. Throws SIGNED_OUT, NOT_FOUND or FORBIDDEN. */
export async function readTeamCaller(
  { auth, db }: { auth: Auth; db: Database },
  may: (role: Role) => boolean,
  request: FastifyRequest,
): Promise<TeamCaller> {
  const caller = await getCaller(auth, request);
  const teamId = pathPart(request, 'team');
  const membership = isUuid(teamId) ? await findMembership(db, caller.user.id, teamId) : null;
  if (membership === null) throw notFound('team');
  const role = readRole(membership.role);
  if (!may(role)) throw forbidden();
  return { ...caller, teamId, role };
}

/** A named part of the request's path; empty if the route has none of that name. */
export function pathPart(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}
