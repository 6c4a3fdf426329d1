import type { AddressPendingNode } from './Address.ts';
import type { CurrencyAmountNode } from './CurrencyAmount.ts';
import { listPending, type PendingPage } from './list-pending.ts';
import type { BlocksContext } from './loaders.ts';

export const AddressPending = {
  changes: async (
    { address, pool: { view, serial } }: AddressPendingNode,
    _: unknown,
    { loaders }: BlocksContext,
  ): Promise<CurrencyAmountNode[]> => {
    const { chainId, height } = view;
    const amounts = await loaders.addressPendingSums.load({ chainId, height, serial, address });
    return amounts.map((amount) => ({ ...amount, view }));
  },

  transactions: (
    { address, at, pool }: AddressPendingNode,
    args: { limit?: number | null; cursor?: string | null },
    context: BlocksContext,
  ): Promise<PendingPage> =>
    listPending(context, {
      field: 'AddressPending.transactions',
      args: { ...args, address },
      chainId: pool.view.chainId,
      at,
      address,
    }),
};
