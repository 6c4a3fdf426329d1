import type { BlocksContext } from './loaders.ts';
import { type SendArguments, type SentTransaction, sendTransaction } from './send-transaction.ts';

export const Mutation = {
  sendTransaction: (_: unknown, args: SendArguments, context: BlocksContext): Promise<SentTransaction> =>
    sendTransaction(context, args),
};
