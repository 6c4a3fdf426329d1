import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { GraphContext } from './loaders.ts';
import { type VersionNode, versionNode } from './version-node.ts';

export interface PageArguments {
  limit?: number | null;
  cursor?: string | null;
}

interface HistoryOf {
  chainId: string;
  identityAddress: string;
  at: number | null;
}

/** Opens Identity.history; revisions that are reached through a block carry cursors of this list too. */
export function historyWalk(context: GraphContext, args: PageArguments, of: HistoryOf): Promise<Walk> {
  const { chainId, identityAddress, at } = of;
  return context.walk('Identity.history', { ...args }, { chainId, at, keys: { identityAddress } });
}

/** One page of an identity's revisions, newest first. */
export async function listIdentityHistory(
  context: GraphContext,
  args: PageArguments,
  of: HistoryOf,
): Promise<VersionNode[]> {
  const walk = await historyWalk(context, args, of);
  const rows = await context.loaders.newestVersions.load({
    chainId: of.chainId,
    identityAddress: of.identityAddress,
    fromHeight: 0,
    toHeight: walk.view.height,
    after: readVersionPosition(walk),
    limit: walk.limit,
  });
  return rows.map((row) => versionNode(row, walk));
}

/** Position in a list of revisions; the cursor is signed, so its members are what versionNode put there. */
export function readVersionPosition(walk: Walk): { height: number; version: number } | null {
  if (walk.after === null) return null;
  const [height, version] = walk.after as [number, number];
  return { height, version };
}
