import { z } from 'zod';
import { findPlace } from '#/auth/find-place.ts';
import type { SignedIn } from '#/auth/find-signed-in.ts';
import type { KnownDevices } from '#/auth/known-devices.ts';
import { countGuess, type Place } from '#/auth/limit-guesses.ts';
import type { OpenRoute } from '#/auth/open/open-route.ts';
import type { Database } from '#/db/connection.ts';
import { DashboardError } from './dashboard-error.ts';

type Deps = { db: Database; devices: KnownDevices; now: () => Date };
type Call = { headers: Headers; ipAddress: string | null };

const TOO_MANY = {
  place: 'Too many attempts. Try again later.',
  strangers:
    'Too many attempts from devices that are not known. Try again later, or from a device or network where you have signed in before.',
};

/** Runs before the library sees the guess. Returns its place. Throws TOO_MANY_REQUESTS. */
export async function checkGuess(
  deps: Deps,
  { takesGuesses }: Pick<OpenRoute, 'takesGuesses'>,
  { headers, ipAddress }: Call,
  email: string | undefined,
  caller: SignedIn | null,
): Promise<Place | undefined> {
  if (takesGuesses === undefined || email === undefined) return undefined;
  const isSignedIn = caller !== null && caller.email === email;
  const place = await findPlace(deps, email, { cookies: headers.get('cookie'), ipAddress, isSignedIn });
  const wait = await countGuess(deps.db, email, place);
  if (wait === undefined) return place;
  throw new DashboardError('TOO_MANY_REQUESTS', TOO_MANY[wait.reason], { retryAfterSeconds: wait.seconds });
}

const signedIn = z.object({ user: z.object({ email: z.string() }) });
const NEW_SESSION = /^(?:__Secure-)?ledgergraph\.session_token=[^;]/;

/** An answer without a session, such as that of a sign-up, proves nothing. */
export async function makeDeviceKnown(deps: Deps, { headers }: Call, response: Response): Promise<void> {
  if (!response.headers.getSetCookie().some((cookie) => NEW_SESSION.test(cookie))) return;
  const { data } = signedIn.safeParse(await response.clone().json());
  if (data === undefined) return;
  const { email } = data.user;
  const at = deps.now();
  const id = deps.devices.idOf(headers.get('cookie'), email, at);
  response.headers.append('set-cookie', deps.devices.cookieFor(email, at, id));
}
