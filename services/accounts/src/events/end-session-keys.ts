import { deleteUnusedSessionKeys, revokeEndedSessionKeys } from '#/db/session-keys.ts';
import type { ChangeDeps } from './announcer.ts';

/** Gateways have reported the last calls of a key by then. */
const KEPT_MS = 24 * 3_600_000;

/** Dependencies of changes that end sessions or memberships. */
export type EndingDeps = ChangeDeps & { now: () => Date };

/**
 * After sessions were ended, or members have left: marks keys that go with them as revoked, and has gateways forget them. They do not work from the
 * moment at which the session or the membership is gone: a gateway that misses this notices when it asks again.
 */
export async function endSessionKeys({ db, now, announcer }: EndingDeps): Promise<void> {
  const hashes = await revokeEndedSessionKeys(db, now());
  await Promise.all(hashes.map((hash) => announcer.keyChanged(hash)));
}

/** Ends what a stopped process has left, and forgets ended keys that were never used, or whose usage is not kept any more. */
export async function pruneSessionKeys(deps: EndingDeps): Promise<void> {
  await endSessionKeys(deps);
  await deleteUnusedSessionKeys(deps.db, new Date(deps.now().getTime() - KEPT_MS));
}
