import type { RangeArguments } from '@ledgergraph/chain-kit/graph/height-range';
import type { Page, PageArguments, Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { IdentityVersionRow } from '#/db/in-force.ts';
import type { GraphContext } from './loaders.ts';

export interface VersionsArguments extends PageArguments, RangeArguments {
  order?: 'ASC' | 'DESC' | null;
}

/** With the height at which everything below it is read; null: the pin. */
export interface VersionNode extends IdentityVersionRow {
  chainId: string;
  at: number | null;
}

export interface IdentityVersionConnection extends Omit<Page<VersionNode>, 'rows'> {
  versions: VersionNode[];
  totalCount: () => Promise<number>;
}

/** A revision's number counts those before it, so the total needs no counting. */
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
    after: readPosition(walk),
    limit: limit + 1,
  });
  const { rows, hasMore, nextCursor } = walk.page(read, (row) => [row.height, row.version]);
  const countUpTo = async (height: number) => (await loaders.identity.load({ ...identity, height }))?.version ?? 0;
  return {
    versions: rows.map((row) => ({ ...row, chainId: view.chainId, at: view.at })),
    hasMore,
    nextCursor,
    totalCount: async () => (await countUpTo(range.to)) - (await countUpTo(range.from - 1)),
  };
}

function readPosition(walk: Walk): { height: number; version: number } | null {
  if (walk.after === null) return null;
  const [height, version] = walk.after as [number, number];
  return { height, version };
}
