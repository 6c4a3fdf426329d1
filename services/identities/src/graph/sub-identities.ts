import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import { type IdentityConnection, type IdentityNode, identityNode } from './identity-node.ts';
import type { GraphContext } from './loaders.ts';

export async function listSubIdentityPage(
  context: GraphContext,
  args: PageArguments,
  { chainId, identityAddress, view: { at } }: IdentityNode,
): Promise<IdentityConnection> {
  const walk = await context.walk('Identity.subIdentities', { ...args }, { chainId, at, keys: { identityAddress } });
  const key = { chainId, height: walk.view.height, identityAddress };
  const [after = null] = (walk.after ?? []) as [number?];
  const read = await context.loaders.subIdentities.load({ ...key, after, limit: walk.limit + 1 });
  const page = walk.page(read, (row) => [row.ordinal]);
  return {
    identities: page.rows.map((row) => identityNode(row, walk.view)),
    hasMore: page.hasMore,
    nextCursor: page.nextCursor,
    totalCount: () => context.loaders.subIdentityCount.load(key),
  };
}
