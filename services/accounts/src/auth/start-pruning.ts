import type { Logger } from '@ledgergraph/service-kit/logger';
import { deleteFinishedAttempts } from '#/db/attempts.ts';
import { deleteExpiredNetworks } from '#/db/known-networks.ts';
import { type EndingDeps, pruneSessionKeys } from '#/events/end-session-keys.ts';
import { repeat } from '#/repeat.ts';

const INTERVAL_MS = 3_600_000;

type Deps = EndingDeps & { logger: Logger };

export function startPruning({ db, now, logger, announcer }: Deps): () => Promise<void> {
  const prune = async (): Promise<void> => {
    const expired = { where: { expiresAt: { lte: now() } } };
    await db.session.deleteMany(expired);
    await pruneSessionKeys({ db, now, announcer });
    await db.verification.deleteMany(expired);
    await db.invitation.deleteMany({ where: { OR: [expired.where, { status: { not: 'pending' } }] } });
    await deleteFinishedAttempts(db);
    await deleteExpiredNetworks(db);
  };
  return repeat(prune, INTERVAL_MS, (error) =>
    logger.warn({ err: error }, 'expired rows could not be removed; they do not count, and the next run removes them'),
  );
}
