import type { PendingPage } from './list-pending.ts';
import type { BlocksContext } from './loaders.ts';

export const PendingTransactionConnection = {
  /** Counted only when asked for: a count looks at each of the list, a page does not. */
  totalCount: ({ list }: PendingPage, _: unknown, { loaders }: BlocksContext): Promise<bigint> => {
    const { address, ...pool } = list;
    return address === null ? loaders.pendingCount.load(pool) : loaders.addressPendingCount.load({ ...pool, address });
  },
};
