import { deleteUnusedSessionKeys, revokeEndedSessionKeys } from '#/db/session-keys.ts';
import type { ChangeDeps } from './announcer.ts';

/** Gateways have reported the last calls of a key by then. */
const KEPT_MS = 24 * 3_600_000;

export type EndingDeps = ChangeDeps & { now: () => Date };

/** The keys stopped working with the session or membership; gateways that miss this notice when they ask again. */
export async function endSessionKeys({ db, now, announcer }: EndingDeps): Promise<void> {
  const hashes = await revokeEndedSessionKeys(db, now());
  await Promise.all(hashes.map((hash) => announcer.keyChanged(hash)));
}

/** Also ends keys that a stopped process has left, and deletes ended keys without usage. */
export async function pruneSessionKeys(deps: EndingDeps): Promise<void> {
  await endSessionKeys(deps);
  await deleteUnusedSessionKeys(deps.db, new Date(deps.now().getTime() - KEPT_MS));
}
