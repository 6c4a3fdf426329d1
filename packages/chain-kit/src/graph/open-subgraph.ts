import { readFile } from 'node:fs/promises';
import { SERVING } from '@ledgergraph/service-kit/db/pool-settings';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { anyAnswers } from '#/databases/any-answers.ts';
import { openReadDatabases } from '#/databases/chain-databases.ts';
import { measureReads } from '#/databases/measure-reads.ts';
import { openReader } from '#/db/sql-writer.ts';
import { databaseMap, type SubgraphEnv } from '#/env.ts';
import { createSubgraph, type SubgraphOptions } from './create-subgraph.ts';

export interface SubgraphRole<Loaders> extends Pick<SubgraphOptions<Loaders>, 'resolvers' | 'loaders'> {
  env: SubgraphEnv;
  schema: URL;
}

/** Ready while its database answers. */
export async function openSubgraph<Loaders>(options: SubgraphRole<Loaders>, context: RoleContext): Promise<void> {
  const { env, resolvers, loaders } = options;
  const { logger, registry, pools, onStop } = context;
  const databases = openReadDatabases(databaseMap(env), (url) => openReader(url, { ...SERVING, pools }), logger);
  onStop(() => databases.close());
  const secret = env.INTERNAL_SECRET;
  const ready = async () => {
    await anyAnswers(databases);
    return { ready: true };
  };
  if (registry !== undefined) measureReads(registry, databases);
  const server = await createInternalServer({ secret, logger, ready, registry, drainMs: env.DRAIN_MS });
  const typeDefs = await readFile(options.schema, 'utf8');
  await createSubgraph({ server, typeDefs, resolvers, databases, secret, logger, loaders });
  await listenAsRole(server, env, context);
}
