import { readFile } from 'node:fs/promises';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { openMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import type { SubgraphEnv } from '#/env.ts';
import { createSubgraph, type SubgraphOptions } from './create-subgraph.ts';

export interface SubgraphProcess<Loaders> extends Pick<SubgraphOptions<Loaders>, 'resolvers' | 'loaders'> {
  /** Name of the subgraph. */
  name: string;
  env: SubgraphEnv;
  db: SqlExecutor & { $disconnect(): Promise<void> };
  /** Path of the service's schema.graphql. */
  schema: URL;
}

/** The whole `api.ts` of a service that only serves its part of the graph. Ready while its database answers. */
export async function runSubgraphProcess<Loaders>(options: SubgraphProcess<Loaders>): Promise<void> {
  const { env, db } = options;
  const name = `${options.name}-api`;
  const logger = createLogger(name, env.LOG_LEVEL);
  await runProcess(name, logger, async (onStop) => {
    onStop(() => db.$disconnect());
    const secret = env.INTERNAL_SECRET;
    const ready = async () => {
      // Answers only on a migrated database.
      await db.$queryRawUnsafe('SELECT 1 FROM sync_cursor LIMIT 1');
      return { ready: true };
    };
    const registry = await openMetrics(name, env, onStop);
    const server = await createInternalServer({ secret, logger, ready, registry });
    onStop(() => server.close());
    const typeDefs = await readFile(options.schema, 'utf8');
    await createSubgraph({
      server,
      typeDefs,
      resolvers: options.resolvers,
      db,
      secret,
      logger,
      loaders: options.loaders,
    });
    await server.listen({ host: env.HOST, port: env.PORT });
  });
}
