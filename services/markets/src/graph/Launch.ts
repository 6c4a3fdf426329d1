import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { LaunchFacts } from '#/db/list-launches.ts';
import type { Context } from './loaders.ts';
import { currencyRef, type PageArguments } from './nodes.ts';

/** Source object of Launch. */
export interface LaunchNode extends LaunchFacts {
  view: ChainView;
}

export const Launch = {
  chainId: ({ view }: LaunchNode) => view.chainId,
  currency: ({ view, currencyId }: LaunchNode) => currencyRef(view, currencyId),
  launchState: ({ status }: LaunchNode) => status,

  async reserves({ view, currencyId, reserves, prices }: LaunchNode, _: unknown, context: Context) {
    const totals = await context.loaders.launchTotals.load({ chainId: view.chainId, currencyId, height: view.height });
    return reserves.map(({ currencyId: reserveId, minimum, maximum }, index) => {
      const total = totals.find((one) => one.reserveId === reserveId);
      return {
        currency: currencyRef(view, reserveId),
        minimum,
        maximum,
        accepted: total?.accepted ?? 0n,
        refunded: total?.refunded ?? 0n,
        carveOut: total?.carveOut ?? 0n,
        launchPrice: prices?.[index] ?? null,
      };
    });
  },

  async contributions({ view, currencyId }: LaunchNode, args: PageArguments, context: Context) {
    const { chainId, at } = view;
    const walk = await context.walk('Launch.contributions', { ...args }, { chainId, at, keys: { currencyId } });
    const read = await context.loaders.contributions.load({
      key: { chainId, currencyId, height: walk.view.height },
      page: { after: walk.after as [number, number, number] | null, limit: walk.limit + 1 },
    });
    const { rows, hasMore, nextCursor } = walk.page(read, ({ height, txIndex, vout }) => [height, txIndex, vout]);
    return { transfers: rows.map((row) => ({ ...row, view: walk.view })), hasMore, nextCursor };
  },
};
