import { listOwnNetworks } from '@ledgergraph/chain-kit/databases/own-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { loadChainProgress } from './load-chain-progress.ts';

const LOOK_MS = 2_000;

/** In the api process, because the follower may be stuck. */
export function logStalls(
  databases: ByChain<SqlExecutor>,
  subgraphs: readonly string[],
  logger: Logger,
): () => Promise<void> {
  const stops = databases.list().map((db) => logStallsOf(db, databases, subgraphs, logger));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function logStallsOf(
  db: SqlExecutor,
  databases: ByChain<SqlExecutor>,
  subgraphs: readonly string[],
  logger: Logger,
): () => Promise<void> {
  let known = new Set<string>();
  const look = async (): Promise<void> => {
    const stuck = new Set<string>();
    for (const network of await listOwnNetworks(databases, db)) {
      const { stalls } = await loadChainProgress(db, network, subgraphs);
      for (const { part, since, height } of stalls) {
        const what = `${network.name}: ${part}`;
        stuck.add(what);
        if (known.has(what)) continue;
        const why = part === 'node' ? 'no node can be used' : 'blocks wait to be applied';
        logger.error({ chain: network.name, part, since, height }, `stalled: ${why}`);
      }
    }
    for (const what of known) if (!stuck.has(what)) logger.info({ what }, 'no longer stalled');
    known = stuck;
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // While the database is away every request logs it already.
    looking = looking.then(look).catch((error: unknown) => logger.debug({ err: error }, 'the check for stalls failed'));
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
