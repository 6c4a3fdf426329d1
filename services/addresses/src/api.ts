import { runSubgraphProcess } from '@ledgergraph/chain-kit/graph/run-subgraph-process';
import { SERVING } from '@ledgergraph/service-kit/db/prisma-adapter';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { createContext } from './context.ts';
import { readApiEnv } from './env.ts';
import { connectPoolService } from './pool-service/connect-pool-service.ts';

const env = readApiEnv();
const pools = connectPoolService(env.BLOCKS_URL, env.INTERNAL_SECRET);

await runSubgraphProcess({
  name: 'addresses',
  env,
  connect: (url) => createContext(url, SERVING).db,
  schema: new URL('../schema.graphql', import.meta.url),
  resolvers,
  loaders: (context) => createLoaders(context, pools),
});
