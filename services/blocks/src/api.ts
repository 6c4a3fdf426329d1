import { openReadDatabases } from '@ledgergraph/chain-kit/databases/chain-databases';
import { measureReads } from '@ledgergraph/chain-kit/databases/measure-reads';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { SERVING } from '@ledgergraph/service-kit/db/prisma-adapter';
import { openMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import { connectNodeService } from '#/node-service/connect-node-service.ts';
import { registerChainMetrics } from '#/progress/chain-metrics.ts';
import { logStalls } from '#/progress/log-stalls.ts';
import { connectDatabase } from './context.ts';
import { createApiServer } from './create-api-server.ts';
import { readApiEnv } from './env.ts';

/** Consumers pull one after another, and the statements of a pull are short. */
const STREAM_CONNECTIONS = 4;

const env = readApiEnv();
const logger = createLogger('blocks-api', env.LOG_LEVEL);

await runProcess('blocks-api', logger, async (onStop) => {
  const db = connectDatabase(env.DATABASE_URL, SERVING);
  onStop(() => db.$disconnect());
  const databases = openReadDatabases(
    { others: { url: env.DATABASE_URL, readUrls: env.DATABASE_READ_URLS }, byChain: new Map() },
    (url) => connectDatabase(url, SERVING),
    logger,
  );
  onStop(() => databases.close());
  const streamDb = openWriter(env.DATABASE_URL, { ...SERVING, max: STREAM_CONNECTIONS });
  onStop(() => streamDb.$disconnect());
  onStop(logStalls(db, env.SUBGRAPHS, logger));
  const registry = await openMetrics('blocks-api', env, onStop);
  if (registry !== undefined) {
    registerChainMetrics(registry, db, env.SUBGRAPHS);
    measureReads(registry, databases);
  }
  const secret = env.INTERNAL_SECRET;
  const nodes = connectNodeService(env.BLOCKS_INDEXER_URL, secret);
  const server = await createApiServer({
    db,
    databases,
    streamDb,
    secret,
    subgraphs: env.SUBGRAPHS,
    logger,
    registry,
    nodes,
  });
  onStop(() => server.close());
  await server.listen({ host: env.HOST, port: env.PORT });
});
