import { getTransfer, type TransferArguments } from './get-transfer.ts';
import type { Context } from './loaders.ts';
import { marketQueries } from './market-queries.ts';
import { offerQueries } from './offer-queries.ts';

export const Query = {
  ...offerQueries,
  ...marketQueries,
  transfer: (_: unknown, args: TransferArguments, context: Context) => getTransfer(context, args),
};
