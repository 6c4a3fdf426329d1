import { readLimit, readOffset } from '@ledgergraph/chain-kit/graph/arguments';
import { historyWalk } from './identity-history.ts';
import type { GraphContext } from './loaders.ts';
import { type VersionNode, versionNode } from './version-node.ts';

interface BlockKey {
  chainId: string;
  hash: string;
  /** Height of the asOf it was reached through; null: the pin. */
  at?: number | null;
}

export const Block = {
  __resolveReference: ({ chainId, hash, at = null }: BlockKey): BlockKey => ({ chainId, hash, at }),

  async identityVersions(
    { chainId, hash, at = null }: BlockKey,
    args: { limit?: number | null; offset?: number | null },
    context: GraphContext,
  ): Promise<VersionNode[]> {
    const [limit, offset] = [readLimit(args.limit), readOffset(args.offset)];
    const view = await context.loaders.view.load({ chainId, at });
    const rows = await context.loaders.blockVersions.load({ chainId, hash, heightMax: view.height, limit, offset });
    return Promise.all(
      rows.map(async (row) => {
        const walk = await historyWalk(context, {}, { chainId, identityAddress: row.identityAddress, at });
        return versionNode(row, walk);
      }),
    );
  },
};
