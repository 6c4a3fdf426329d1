import type { SubgraphEnv } from '@ledgergraph/chain-kit/env';
import { openSubgraph } from '@ledgergraph/chain-kit/graph/open-subgraph';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';

export { apiEnv as env } from './env.ts';

export async function openApi(env: SubgraphEnv, context: RoleContext): Promise<void> {
  const schema = new URL('../schema.graphql', import.meta.url);
  await openSubgraph({ env, schema, resolvers, loaders: createLoaders }, context);
}
