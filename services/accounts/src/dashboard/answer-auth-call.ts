import type { Logger } from '@ledgergraph/service-kit/logger';
import { recordAudit } from '#/audit/record-audit.ts';
import type { Auth } from '#/auth/create-auth.ts';
import { findSignedIn, type SignedIn } from '#/auth/find-signed-in.ts';
import type { KnownDevices } from '#/auth/known-devices.ts';
import { forgetGuess } from '#/auth/limit-guesses.ts';
import type { RouteRates } from '#/auth/open/auth-rates.ts';
import type { Input, OpenRoute, Recorded, TeamMatter } from '#/auth/open/open-route.ts';
import type { Database } from '#/db/connection.ts';
import { findMembership } from '#/db/members.ts';
import { findTeamOfInvitation, lockTeamRow } from '#/db/teams.ts';
import { currentAsker } from '#/db/transaction-turns.ts';
import { findUserByEmail, lockUser } from '#/db/users.ts';
import type { Announcer } from '#/events/announcer.ts';
import { endSessionKeys } from '#/events/end-session-keys.ts';
import { readRole } from '#/teams/rights.ts';
import { checkGuess, makeDeviceKnown } from './check-guess.ts';
import { forbidden, notFound, signedOut } from './dashboard-error.ts';
import type { RouteLimits } from './rates.ts';
import { readInput } from './read-input.ts';

export type AuthCall = {
  rates: RouteRates;
  /** Below the library's base path, such as `/sign-in/email`. */
  path: string;
  given: unknown;
  headers: Headers;
  ipAddress: string | null;
};
export type AuthCallDeps = {
  auth: Auth;
  db: Database;
  announcer: Announcer;
  devices: KnownDevices;
  now: () => Date;
  logger: Logger;
  baseUrl: string;
  limits: RouteLimits;
};

/** Adds the checks and audit entries that the library lacks. Throws DashboardError for calls that never reach the library. */
export async function answerAuthCall(deps: AuthCallDeps, route: OpenRoute, call: AuthCall): Promise<Response> {
  const input = readInput(route.input, call.given);
  const caller = await findCaller(deps, route, call);
  if (caller !== null) deps.limits.admitPerson(call.rates, caller.id);
  const matter = await checkTeam(deps, route, input, caller);
  if (matter !== undefined) deps.limits.admitTeam(call.rates, matter.teamId);
  if (route.holds !== undefined && caller === null) throw signedOut();
  const email = typeof input.email === 'string' ? input.email : caller?.email;
  const place = await checkGuess(deps, route, call, email, caller);

  const invitationId = typeof input.invitationId === 'string' ? input.invitationId : undefined;
  const answer = () => deps.auth.handler(toRequest(deps.baseUrl, route.method, call, input));
  const work = () => hold(deps, route, { teamId: matter?.teamId, userId: caller?.id, invitationId }, answer);
  const response = await (route.hashesPassword ? deps.auth.hashAhead(String(input.password), work) : work());

  // Sessions and memberships end in several ways, so every change checks for keys that end with them.
  if (response.ok && route.method === 'POST') await endSessionKeys(deps);
  if (response.ok && email !== undefined && place !== undefined) await forgetGuess(deps.db, email, place);
  if (response.ok && route.signsIn) await makeDeviceKnown(deps, call, response);
  if (response.status === 401) deps.auth.runInBackground(recordRefusal(deps, route, call, email));
  if (response.ok && route.record !== undefined) {
    const answered: unknown = await response.clone().json();
    await putOnRecord(deps, call, route.record({ input, caller, matter, answer: answered }));
  }
  return response;
}

async function findCaller({ auth }: AuthCallDeps, route: OpenRoute, { headers }: AuthCall): Promise<SignedIn | null> {
  const isNeeded = route.needsCaller === true || route.team !== undefined;
  return isNeeded ? findSignedIn(auth, headers) : null;
}

async function checkTeam(
  { db }: AuthCallDeps,
  { team }: OpenRoute,
  input: Input,
  caller: SignedIn | null,
): Promise<TeamMatter | undefined> {
  if (team === undefined) return undefined;
  if (caller === null) throw signedOut();
  const matter = await team.find(db, input);
  // Looked up even if there is no such thing, so that both cases take the same time.
  const membership = await findMembership(db, caller.id, matter?.teamId ?? String(input.organizationId));
  if (membership === null || matter === null) throw notFound(membership === null ? 'team' : 'member');
  if (!team.may(readRole(membership.role), matter, input)) throw forbidden();
  return matter;
}

async function hold<Result>(
  { auth, db }: AuthCallDeps,
  { holds, checkRoom }: OpenRoute,
  { teamId, userId, invitationId }: Record<'teamId' | 'userId' | 'invitationId', string | undefined>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (holds === undefined) return work();
  const heldId = holds === 'invitation' ? await findTeamOfInvitation(db, invitationId ?? '') : teamId;
  const asker = currentAsker();
  if (asker !== undefined && heldId !== undefined) asker.team = heldId;
  return auth.hold(async (tx) => {
    if (holds !== 'caller' && heldId !== undefined) await lockTeamRow(tx, heldId);
    if (holds === 'caller' && userId !== undefined) {
      await lockUser(tx, userId);
      await checkRoom?.(tx, userId);
    }
  }, work);
}

function toRequest(baseUrl: string, method: string, { path, headers }: AuthCall, input: Input): Request {
  const url = new URL(baseUrl + path);
  if (method === 'GET') {
    for (const [name, value] of Object.entries(input))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return new Request(url, { method, headers });
  }
  return new Request(url, { method, headers, body: JSON.stringify(input) });
}

/** Runs in the background: the duration of the answer must not show whether the address has an account. */
async function recordRefusal(
  deps: AuthCallDeps,
  { recordRefusal: describe }: OpenRoute,
  call: AuthCall,
  email: string | undefined,
): Promise<void> {
  if (describe === undefined || email === undefined) return;
  const user = await findUserByEmail(deps.db, email.toLowerCase());
  if (user !== null) await putOnRecord(deps, call, describe({ id: user.id, name: user.email }));
}

/** Runs after the library's own transaction. A record that fails is logged and does not undo the action. */
async function putOnRecord(
  { db, logger }: AuthCallDeps,
  { ipAddress }: AuthCall,
  recorded: Recorded | undefined,
): Promise<void> {
  if (recorded === undefined) return;
  const { who, entry } = recorded;
  await recordAudit(db, { kind: 'user', ...who, ipAddress }, entry).catch((error: unknown) =>
    logger.error({ err: error, action: entry.action }, 'a deed could not be put on record'),
  );
}
