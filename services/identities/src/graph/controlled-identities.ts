import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { HolderRole } from '#/db/tables.ts';
import { type IdentityConnection, identityNode } from './identity-node.ts';
import type { GraphContext } from './loaders.ts';

export async function listControlledPage(
  context: GraphContext,
  walk: Walk,
  held: { role: HolderRole; holder: string },
): Promise<IdentityConnection> {
  const { view, limit } = walk;
  const key = { chainId: view.chainId, height: view.height, role: held.role, holder: held.holder };
  const [after = null] = (walk.after ?? []) as [number?];
  const read = await context.loaders.controlled.load({ ...key, after, limit: limit + 1 });
  const page = walk.page(read, (row) => [row.ordinal]);
  return {
    identities: page.rows.map((row) => identityNode(row, view)),
    hasMore: page.hasMore,
    nextCursor: page.nextCursor,
    totalCount: () => context.loaders.controlledCount.load(key),
  };
}
