import { getTransfer, type TransferArguments } from './get-transfer.ts';
import type { Context } from './loaders.ts';
import { marketQueries } from './market-queries.ts';

export const Query = {
  ...marketQueries,
  transfer: (_: unknown, args: TransferArguments, context: Context) => getTransfer(context, args),
};
