import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import type { IdentityVersionConnection } from './identity-versions.ts';
import type { GraphContext } from './loaders.ts';

interface BlockKey {
  chainId: string;
  hash: string;
  /** Height of the asOf; null: the pin. */
  at?: number | null;
}

/** Above the revisions of any block. */
const ALL = 2 ** 31 - 1;

export const Block = {
  __resolveReference: ({ chainId, hash, at = null }: BlockKey): BlockKey => ({ chainId, hash, at }),

  async identityVersions(
    { chainId, hash, at = null }: BlockKey,
    args: PageArguments,
    context: GraphContext,
  ): Promise<IdentityVersionConnection> {
    const view = await context.loaders.view.load({ chainId, at });
    const read = (offset: number, limit: number) =>
      context.loaders.blockVersions.load({ chainId, hash, heightMax: view.height, limit, offset });
    const page = await context.fixedPage('Block.identityVersions', { chainId, hash }, args, read);
    return {
      versions: page.rows.map((row) => ({ ...row, chainId, at })),
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
      totalCount: async () => (await read(0, ALL)).length,
    };
  },
};
