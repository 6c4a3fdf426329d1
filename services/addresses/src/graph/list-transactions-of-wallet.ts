import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { listWalletTransactions, type WalletTransaction } from '#/db/list-wallet-transactions.ts';
import { findCurrencyId } from './list-arguments.ts';
import type { TransactionArguments } from './list-transactions-of-address.ts';
import type { AddressContext } from './loaders.ts';

export interface WalletTransactionParent extends WalletTransaction {
  view: ChainView;
}

/** No count: running totals know each address alone. @param addresses each once @throws as `findCurrencyId` */
export async function listTransactionsOfWallet(
  context: AddressContext,
  walk: Walk,
  addresses: readonly string[],
  args: TransactionArguments,
) {
  const { view, limit, after, range } = walk;
  const { chainId, height } = view;
  const rows = await listWalletTransactions(
    await context.reads(chainId),
    { chainId, addresses, height },
    {
      ...range,
      currencyId: await findCurrencyId(context, view, args),
      order: args.order ?? 'DESC',
      limit: limit + 1,
      after: after === null ? null : { height: Number(after[0]), txIndex: Number(after[1]) },
    },
  );
  const page = walk.page(rows, ({ height, txIndex }) => [height, txIndex]);
  return { ...page, transactions: page.rows.map((row): WalletTransactionParent => ({ ...row, view })) };
}
