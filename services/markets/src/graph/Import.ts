import { findExportOf } from './find-import-of-export.ts';
import { listTransfersOfImport } from './list-record-transfers.ts';
import type { Context } from './loaders.ts';
import {
  type Connection,
  type CurrencyRef,
  currencyRef,
  type ExportNode,
  type ImportNode,
  type PageArguments,
  type PayoutNode,
  type Reference,
  type TransferNode,
  toPayout,
} from './nodes.ts';

export const Import = {
  async __resolveReference(
    { chainId, at, txid, index }: Reference & { txid: string; index: number },
    context: Context,
  ) {
    const view = await context.view(chainId, { at });
    const row = await context.loaders.imports.load({ chainId, txid, vout: index, height: view.height });
    return row === null ? null : { ...row, view };
  },

  at: ({ view }: ImportNode): number | null => view.at,
  index: ({ vout }: ImportNode): number => vout,
  blockHeight: ({ height }: ImportNode): number => height,
  timestamp: ({ time }: ImportNode): number => time,
  currency: ({ view, currencyId }: ImportNode): CurrencyRef => currencyRef(view, currencyId),
  export: (node: ImportNode, _: unknown, context: Context): Promise<ExportNode | null> => findExportOf(node, context),

  transfers: (
    node: ImportNode,
    args: PageArguments,
    context: Context,
  ): Promise<Connection<'transfers', TransferNode>> => listTransfersOfImport(context, node, args),

  payouts: async (node: ImportNode, _: unknown, context: Context): Promise<PayoutNode[]> =>
    (await payoutsOf(node, context)).filter(({ role }) => role !== 'EXPORTER' && role !== 'NOTARY'),

  exporterReward: async (node: ImportNode, _: unknown, context: Context): Promise<bigint> =>
    (await payoutsOf(node, context))
      .filter(({ role }) => role === 'EXPORTER')
      .reduce((sum, { amount }) => sum + amount, 0n),

  notaryRewards: async (node: ImportNode, _: unknown, context: Context): Promise<PayoutNode[]> =>
    (await payoutsOf(node, context)).filter(({ role }) => role === 'NOTARY'),
};

async function payoutsOf(
  { view, chainId, height, txIndex, vout, txid }: ImportNode,
  context: Context,
): Promise<PayoutNode[]> {
  const rows = await context.loaders.payouts.load({ chainId, height, txIndex, importVout: vout, ordinal: null });
  return rows.map((row) => toPayout(view, txid, row));
}
