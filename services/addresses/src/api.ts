import { openSubgraph } from '@ledgergraph/chain-kit/graph/open-subgraph';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import type { ApiEnv } from './env.ts';
import { connectPoolClient } from './pool-client/connect-pool-client.ts';

export { apiEnv as env } from './env.ts';

export async function openApi(env: ApiEnv, context: RoleContext): Promise<void> {
  const pools = connectPoolClient(env.BLOCKS_URL, env.INTERNAL_SECRET);
  const schema = new URL('../schema.graphql', import.meta.url);
  await openSubgraph({ env, schema, resolvers, loaders: (read) => createLoaders(read, pools) }, context);
}
