import type { PendingPage } from './list-pending.ts';
import type { BlocksContext } from './loaders.ts';

export const PendingTransactionConnection = {
  /** Only when asked for: a count reads the whole list. */
  totalCount: ({ list }: PendingPage, _: unknown, { loaders }: BlocksContext): Promise<bigint> => {
    const { address, ...pool } = list;
    return address === null ? loaders.pendingCount.load(pool) : loaders.addressPendingCount.load({ ...pool, address });
  },
};
