import type { Auth } from './create-auth.ts';

/** A user with a valid session. */
export type SignedIn = { id: string; name: string; email: string };

/**
 * Finds the user of these headers' session cookie, and the session. It reads the database every time: a session that was ended does
 * not live on in a cache.
 */
export async function findSession(auth: Auth, headers: Headers): Promise<{ user: SignedIn; sessionId: string } | null> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (found === null) return null;
  const { id, name, email } = found.user;
  return { user: { id, name, email }, sessionId: found.session.id };
}

export async function findSignedIn(auth: Auth, headers: Headers): Promise<SignedIn | null> {
  return (await findSession(auth, headers))?.user ?? null;
}
