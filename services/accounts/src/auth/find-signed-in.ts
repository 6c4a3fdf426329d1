import type { Auth } from './create-auth.ts';

export type SignedIn = { id: string; name: string; email: string };

/** Reads the database every time, so that no cache keeps an ended session alive. */
export async function findSession(auth: Auth, headers: Headers): Promise<{ user: SignedIn; sessionId: string } | null> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (found === null) return null;
  const { id, name, email } = found.user;
  return { user: { id, name, email }, sessionId: found.session.id };
}

export async function findSignedIn(auth: Auth, headers: Headers): Promise<SignedIn | null> {
  return (await findSession(auth, headers))?.user ?? null;
}
