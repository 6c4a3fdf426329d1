import { toConversion } from './Conversion.ts';
import { findExportOf, findImportOf, findSettledRow } from './find-import-of-export.ts';
import { resolveTransfer } from './get-transfer.ts';
import type { Context } from './loaders.ts';
import {
  type ConversionNode,
  type CurrencyRef,
  currencyRef,
  type ExportNode,
  type ImportNode,
  type PayoutNode,
  type Reference,
  type TransferNode,
  toPayout,
} from './nodes.ts';
import { findSettledPayouts } from './settled-payouts.ts';
import { statusOf, type TransferStatus } from './transfer-status.ts';

export const Transfer = {
  __resolveReference: resolveTransfer,

  at: ({ view }: TransferNode): number | null => view.at,
  index: ({ vout }: TransferNode): number => vout,
  outpoint: ({ txid, vout }: TransferNode): string => `${txid}:${vout}`,
  blockHeight: ({ height }: TransferNode): number => height,
  timestamp: ({ time }: TransferNode): number => time,
  from: ({ view, fromId }: TransferNode): CurrencyRef => currencyRef(view, fromId),
  to: ({ view, toId }: TransferNode): CurrencyRef | null => (toId === null ? null : currencyRef(view, toId)),
  via: ({ view, viaId }: TransferNode): CurrencyRef | null => (viaId === null ? null : currencyRef(view, viaId)),
  destination: ({ destination }: TransferNode): string | null => destination || null,
  feeCurrency: ({ view, feeCurrencyId }: TransferNode): CurrencyRef => currencyRef(view, feeCurrencyId),
  transaction: ({ chainId, txid, view }: TransferNode): Reference & { txid: string } => ({
    chainId,
    txid,
    at: view.at,
  }),

  status: (node: TransferNode, _: unknown, context: Context): Promise<TransferStatus> => statusOf(node, context),

  async export(node: TransferNode, _: unknown, context: Context): Promise<ExportNode | null> {
    const { view, chainId, exportTxid, exportVout } = node;
    if (exportTxid === null || exportVout === null) {
      const paid = node.vout < 0 ? await findImportOf(node, context) : null;
      return paid && findExportOf(paid, context);
    }
    const row = await context.loaders.exports.load({
      chainId,
      txid: exportTxid,
      vout: exportVout,
      height: view.height,
    });
    return row === null ? null : { ...row, view };
  },

  import: (node: TransferNode, _: unknown, context: Context): Promise<ImportNode | null> => findImportOf(node, context),

  async payouts(node: TransferNode, _: unknown, context: Context): Promise<PayoutNode[]> {
    const settled = await findSettledRow(node, context);
    if (settled === null) return [];
    const { view, importTxid } = settled;
    if (importTxid === null) return [];
    return (await findSettledPayouts(settled, context)).map((row) => toPayout(view, importTxid, row));
  },

  async conversion(node: TransferNode, _: unknown, context: Context): Promise<ConversionNode | null> {
    const settled = await findSettledRow(node, context);
    return settled && toConversion(settled, node);
  },

  async parent({ view, chainId, parentTxid, parentVout }: TransferNode, _: unknown, context: Context) {
    if (parentTxid === null || parentVout === null) return null;
    const row = await context.loaders.transfers.load({
      chainId,
      txid: parentTxid,
      vout: parentVout,
      height: view.height,
    });
    return row === null ? null : { ...row, view };
  },

  async followsRules(node: TransferNode, _: unknown, context: Context): Promise<boolean> {
    return (await findSettledRow(node, context))?.followsRules ?? true;
  },
};
