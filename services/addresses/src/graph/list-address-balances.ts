import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { ListedBalance } from '#/db/list-balances.ts';
import type { AddressContext } from './loaders.ts';

export interface AddressBalanceParent extends ListedBalance {
  view: ChainView;
  address: string;
}

export async function listAddressBalances(context: AddressContext, walk: Walk, address: string) {
  const { view, limit, after } = walk;
  const key = { chainId: view.chainId, address, height: view.height };
  const [currencyId, balance] = after ?? [];
  const rows = await context.loaders.balancePages.load({
    key,
    page: {
      limit: limit + 1,
      after: after === null ? null : { currencyId: String(currencyId), balance: BigInt(balance ?? 0) },
    },
  });
  const page = walk.page(rows, (row) => [row.currencyId, row.balance.toString()]);
  return {
    ...page,
    balances: page.rows.map((row): AddressBalanceParent => ({ ...row, view, address })),
    totalCount: async () => (await context.loaders.balanceCounts.load(key))?.count ?? 0,
  };
}
