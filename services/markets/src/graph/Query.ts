import { getTransfer, type TransferArguments } from './get-transfer.ts';
import type { Context } from './loaders.ts';

export const Query = {
  transfer: (_: unknown, args: TransferArguments, context: Context) => getTransfer(context, args),
};
