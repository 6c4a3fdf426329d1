import { openReadDatabases } from '@ledgergraph/chain-kit/databases/chain-databases';
import { measureReads } from '@ledgergraph/chain-kit/databases/measure-reads';
import { openReader, openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { databaseMap } from '@ledgergraph/chain-kit/env';
import { openByChain } from '@ledgergraph/service-kit/db/database-map';
import { SERVING } from '@ledgergraph/service-kit/db/pool-settings';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { connectNodeService } from '#/indexer-client/connect-node-service.ts';
import { registerChainMetrics } from '#/progress/chain-metrics.ts';
import { logStalls } from '#/progress/log-stalls.ts';
import { createApiServer } from './create-api-server.ts';
import type { ApiEnv } from './env.ts';

export { apiEnv as env } from './env.ts';

/** Consumers pull one after another, and the statements of a pull are short. */
const STREAM_CONNECTIONS = 4;

export async function openApi(env: ApiEnv, context: RoleContext): Promise<void> {
  const { logger, registry, pools, onStop } = context;
  const serving = { ...SERVING, pools };
  const map = databaseMap(env);
  const primaries = openByChain(map, ({ url }) => openReader(url, serving));
  for (const db of primaries.list()) onStop(() => db.$disconnect());
  const databases = openReadDatabases(map, (url) => openReader(url, serving), logger);
  onStop(() => databases.close());
  const streams = openByChain(map, ({ url }) => openWriter(url, { ...serving, max: STREAM_CONNECTIONS }));
  for (const db of streams.list()) onStop(() => db.$disconnect());
  onStop(logStalls(primaries, env.SUBGRAPHS, logger));
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
    drainMs: env.DRAIN_MS,
  });
  await listenAsRole(server, env, context);
}
