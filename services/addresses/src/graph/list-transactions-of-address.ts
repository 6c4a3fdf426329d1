import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { RangeArguments } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { ListedTransaction } from '#/db/list-address-transactions.ts';
import { type CurrencyArgument, findCurrencyId, type ListArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface TransactionArguments extends ListArguments, RangeArguments, CurrencyArgument {
  order?: 'ASC' | 'DESC' | null;
}

export interface AddressTransactionParent extends ListedTransaction {
  view: ChainView;
  address: string;
}

/** @throws as `findCurrencyId` */
export async function listTransactionsOfAddress(
  context: AddressContext,
  walk: Walk,
  address: string,
  args: TransactionArguments,
) {
  const { view, limit, after, range } = walk;
  const currencyId = await findCurrencyId(context, view, args);
  const rows = await context.loaders.transactionPages.load({
    key: { chainId: view.chainId, address, height: view.height },
    page: {
      currencyId,
      from: range.from,
      // The pages of several addresses are one statement, even if each is read at its own height.
      to: range.to === view.height ? null : range.to,
      order: args.order ?? 'DESC',
      limit: limit + 1,
      after: after === null ? null : { height: Number(after[0]), txIndex: Number(after[1]) },
    },
  });
  const page = walk.page(rows, ({ height, txIndex }) => [height, txIndex]);
  const countUpTo = (height: number) => countTransactions(context, view.chainId, address, currencyId, height);
  return {
    ...page,
    transactions: page.rows.map((row): AddressTransactionParent => ({ ...row, view, address })),
    totalCount: async () => (await countUpTo(range.to)) - (await countUpTo(range.from - 1)),
  };
}

async function countTransactions(
  { loaders }: AddressContext,
  chainId: string,
  address: string,
  currencyId: string | null,
  height: number,
): Promise<number> {
  const state =
    currencyId === null
      ? await loaders.activities.load({ chainId, address, height })
      : await loaders.balances.load({ chainId, address, currencyId, height });
  return state?.txCount ?? 0;
}
