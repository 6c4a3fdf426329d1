import type { BlocksContext } from './loaders.ts';
import { type SentTransaction, sendTransaction } from './send-transaction.ts';

export const Mutation = {
  sendTransaction: (
    _: unknown,
    args: { chainId?: string | null; hex: string },
    context: BlocksContext,
  ): Promise<SentTransaction> => sendTransaction(context, args),
};
