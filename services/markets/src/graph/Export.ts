import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readAmounts } from '#/db/amounts-text.ts';
import { findImportOfExport } from './find-import-of-export.ts';
import { currencyAmount } from './keys.ts';
import { listTransfersOfExport } from './list-record-transfers.ts';
import type { Context } from './loaders.ts';
import {
  type Connection,
  type CurrencyRef,
  currencyRef,
  type ExportNode,
  type ImportNode,
  type PageArguments,
  type Reference,
  type TransferNode,
} from './nodes.ts';

export const Export = {
  async __resolveReference(
    { chainId, at, txid, index }: Reference & { txid: string; index: number },
    context: Context,
  ) {
    const view = await context.view(chainId, { at });
    const row = await context.loaders.exports.load({ chainId, txid, vout: index, height: view.height });
    return row === null ? null : { ...row, view };
  },

  at: ({ view }: ExportNode): number | null => view.at,
  index: ({ vout }: ExportNode): number => vout,
  blockHeight: ({ height }: ExportNode): number => height,
  timestamp: ({ time }: ExportNode): number => time,
  sourceSystemId: ({ chainId }: ExportNode): string => chainId,
  currency: ({ view, currencyId }: ExportNode): CurrencyRef => currencyRef(view, currencyId),
  totalAmounts: ({ view, totalAmounts }: ExportNode) => toAmounts(totalAmounts, view),
  totalFees: ({ view, totalFees }: ExportNode) => toAmounts(totalFees, view),
  totalBurned: ({ view, totalBurned }: ExportNode) => toAmounts(totalBurned, view),

  transfers: (
    node: ExportNode,
    args: PageArguments,
    context: Context,
  ): Promise<Connection<'transfers', TransferNode>> => listTransfersOfExport(context, 'Export.transfers', node, args),

  async import(node: ExportNode, _: unknown, context: Context): Promise<ImportNode | null> {
    const arrival = await findImportOfExport(node, context);
    return typeof arrival === 'string' ? null : arrival;
  },

  async arrival(node: ExportNode, _: unknown, context: Context): Promise<string> {
    const arrival = await findImportOfExport(node, context);
    return typeof arrival === 'string' ? arrival : 'ARRIVED';
  },
};

function toAmounts(text: string, view: ChainView) {
  return readAmounts(text).map((amount) => currencyAmount(view, amount));
}
