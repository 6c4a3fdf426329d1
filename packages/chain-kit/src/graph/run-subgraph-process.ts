import { readFile } from 'node:fs/promises';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { openMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import { anyAnswers } from '#/databases/any-answers.ts';
import { openReadDatabases } from '#/databases/chain-databases.ts';
import { measureReads } from '#/databases/measure-reads.ts';
import type { OpenDatabase } from '#/databases/replica.ts';
import { databaseMap, type SubgraphEnv } from '#/env.ts';
import { createSubgraph, type SubgraphOptions } from './create-subgraph.ts';

export interface SubgraphProcess<Loaders> extends Pick<SubgraphOptions<Loaders>, 'resolvers' | 'loaders'> {
  /** Name of the subgraph. */
  name: string;
  env: SubgraphEnv;
  /** Makes a client of a database, which connects at its first statement. */
  connect: (url: string) => OpenDatabase;
  /** Path of the service's schema.graphql. */
  schema: URL;
}

/** The whole `api.ts` of a service that only serves its part of the graph. Ready while its database answers. */
export async function runSubgraphProcess<Loaders>(options: SubgraphProcess<Loaders>): Promise<void> {
  const { env } = options;
  const name = `${options.name}-api`;
  const logger = createLogger(name, env.LOG_LEVEL);
  await runProcess(name, logger, async (onStop) => {
    const databases = openReadDatabases(databaseMap(env), options.connect, logger);
    onStop(() => databases.close());
    const secret = env.INTERNAL_SECRET;
    const ready = async () => {
      await anyAnswers(databases);
      return { ready: true };
    };
    const registry = await openMetrics(name, env, onStop);
    if (registry !== undefined) measureReads(registry, databases);
    const server = await createInternalServer({ secret, logger, ready, registry });
    onStop(() => server.close());
    const typeDefs = await readFile(options.schema, 'utf8');
    await createSubgraph({
      server,
      typeDefs,
      resolvers: options.resolvers,
      databases,
      secret,
      logger,
      loaders: options.loaders,
    });
    await server.listen({ host: env.HOST, port: env.PORT });
  });
}
