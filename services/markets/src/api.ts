import { runSubgraphProcess } from '@ledgergraph/chain-kit/graph/run-subgraph-process';
import { SERVING } from '@ledgergraph/service-kit/db/prisma-adapter';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { createContext } from './context.ts';
import { readApiEnv } from './env.ts';

const env = readApiEnv();

await runSubgraphProcess({
  name: 'markets',
  env,
  connect: (url) => createContext(url, SERVING).db,
  schema: new URL('../schema.graphql', import.meta.url),
  resolvers,
  loaders: createLoaders,
});
