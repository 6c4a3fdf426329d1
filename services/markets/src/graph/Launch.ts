import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { LaunchFacts } from '#/db/list-launches.ts';
import { contributionsScope } from '#/db/list-scopes.ts';
import type { Context } from './loaders.ts';
import { currencyRef, type PageArguments } from './nodes.ts';
import { pageOf, positionOf } from './walk-list.ts';

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
    const key = { chainId, height: walk.view.height, scopes: [String(contributionsScope(currencyId))] };
    const page = pageOf(walk, 'DESC', { isNested: true });
    const { rows, ...rest } = walk.page(await context.loaders.transferPages.load({ key, page }), positionOf);
    return { ...rest, transfers: rows.map((row) => ({ ...row, view: walk.view })) };
  },
};
