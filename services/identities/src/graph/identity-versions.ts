import type { RangeArguments } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { type PageArguments, readVersionPosition } from './identity-history.ts';
import type { GraphContext } from './loaders.ts';
import { type VersionNode, versionNode } from './version-node.ts';

export interface VersionsArguments extends PageArguments, RangeArguments {
  order?: 'ASC' | 'DESC' | null;
}

/** A page of an identity's revisions. */
export interface IdentityVersionConnection {
  versions: VersionNode[];
  hasMore: boolean;
  nextCursor: string | null;
  /** Looked up only where a client asks for it. */
  totalCount: () => Promise<number>;
}

/** One page of an identity's revisions in the range of a walk. A revision's number counts those before it, so the total needs no counting. */
export async function listIdentityVersions(
  { loaders }: GraphContext,
  walk: Walk,
  identityAddress: string,
  order: 'ASC' | 'DESC',
): Promise<IdentityVersionConnection> {
  const { range, view, limit } = walk;
  const identity = { chainId: view.chainId, identityAddress };
  const pages = order === 'ASC' ? loaders.oldestVersions : loaders.newestVersions;
  const read = await pages.load({
    ...identity,
    fromHeight: range.from,
    toHeight: range.to,
    after: readVersionPosition(walk),
    limit: limit + 1,
  });
  const { rows, hasMore, nextCursor } = walk.page(read, (row) => [row.height, row.version]);
  const countUpTo = async (height: number) => (await loaders.identity.load({ ...identity, height }))?.version ?? 0;
  return {
    versions: rows.map((row) => versionNode(row, walk)),
    hasMore,
    nextCursor,
    totalCount: async () => (await countUpTo(range.to)) - (await countUpTo(range.from - 1)),
  };
}
