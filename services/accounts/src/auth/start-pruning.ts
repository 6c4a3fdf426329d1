import type { Logger } from '@ledgergraph/service-kit/logger';
import { deleteFinishedAttempts } from '#/db/attempts.ts';
import type { Database } from '#/db/connection.ts';
import { deleteExpiredNetworks } from '#/db/known-networks.ts';

const INTERVAL_MS = 3_600_000;

type Deps = { db: Database; now: () => Date; logger: Logger };

/** Removes expired rows, now and every hour: sessions, unused links, counts of attempts. */
export function startPruning(deps: Deps): () => Promise<void> {
  let running = prune(deps);
  const timer = setInterval(() => {
    running = running.then(() => prune(deps));
  }, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function prune({ db, now, logger }: Deps): Promise<void> {
  const expired = { where: { expiresAt: { lte: now() } } };
  try {
    await db.session.deleteMany(expired);
    await db.verification.deleteMany(expired);
    await deleteFinishedAttempts(db);
    await deleteExpiredNetworks(db);
  } catch (error) {
    logger.warn({ err: error }, 'expired rows could not be removed; they do not count, and the next run removes them');
  }
}
