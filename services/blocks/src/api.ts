import { openReadDatabases } from '@ledgergraph/chain-kit/databases/chain-databases';
import { measureReads } from '@ledgergraph/chain-kit/databases/measure-reads';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { databaseMap } from '@ledgergraph/chain-kit/env';
import { openByChain } from '@ledgergraph/service-kit/db/database-map';
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
  const map = databaseMap(env);
  const primaries = openByChain(map, ({ url }) => connectDatabase(url, SERVING));
  for (const db of primaries.list()) onStop(() => db.$disconnect());
  const databases = openReadDatabases(map, (url) => connectDatabase(url, SERVING), logger);
  onStop(() => databases.close());
  const streams = openByChain(map, ({ url }) => openWriter(url, { ...SERVING, max: STREAM_CONNECTIONS }));
  for (const db of streams.list()) onStop(() => db.$disconnect());
  onStop(logStalls(primaries, env.SUBGRAPHS, logger));
  const registry = await openMetrics('blocks-api', env, onStop);
  if (registry !== undefined) {
    registerChainMetrics(registry, primaries, env.SUBGRAPHS);
    measureReads(registry, databases);
  }
  const secret = env.INTERNAL_SECRET;
  const nodes = connectNodeService(env.BLOCKS_INDEXER_URL, secret);
  const server = await createApiServer({
    primaries,
    databases,
    streams,
    secret,
    subgraphs: env.SUBGRAPHS,
    logger,
    registry,
    nodes,
  });
  onStop(() => server.close());
  await server.listen({ host: env.HOST, port: env.PORT });
});
