import type { Auth } from './create-auth.ts';

/** Somebody with a session that holds now. */
export type SignedIn = { id: string; name: string; email: string };

/** Whose session cookie these headers carry. Asks the database every time: a session that was ended does not live on in a cache. */
export async function findSignedIn(auth: Auth, headers: Headers): Promise<SignedIn | null> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (found === null) return null;
  const { id, name, email } = found.user;
  return { id, name, email };
}
