import { changeQueries } from './change-queries.ts';
import { getTransfer, type TransferArguments } from './get-transfer.ts';
import { type ConversionsArguments, listConversionsOfChain } from './list-conversions.ts';
import {
  type ExportsArguments,
  type ImportsArguments,
  listExportsOfChain,
  listImportsOfChain,
} from './list-records.ts';
import { listSupplyEventsOfChain, type SupplyEventsArguments } from './list-supply-events.ts';
import { listSystemLocksOfChain, type SystemLocksArguments } from './list-system-locks.ts';
import { listTransfersOfChain, type TransfersArguments } from './list-transfers.ts';
import type { Context } from './loaders.ts';
import { marketQueries } from './market-queries.ts';
import { offerQueries } from './offer-queries.ts';

export const Query = {
  ...offerQueries,
  ...marketQueries,
  ...changeQueries,
  transfer: (_: unknown, args: TransferArguments, context: Context) => getTransfer(context, args),
  transfers: (_: unknown, args: TransfersArguments, context: Context) => listTransfersOfChain(context, args),
  conversions: (_: unknown, args: ConversionsArguments, context: Context) => listConversionsOfChain(context, args),
  exports: (_: unknown, args: ExportsArguments, context: Context) => listExportsOfChain(context, args),
  supplyEvents: (_: unknown, args: SupplyEventsArguments, context: Context) => listSupplyEventsOfChain(context, args),
  systemLocks: (_: unknown, args: SystemLocksArguments, context: Context) => listSystemLocksOfChain(context, args),
  imports: (_: unknown, args: ImportsArguments, context: Context) => listImportsOfChain(context, args),
};
