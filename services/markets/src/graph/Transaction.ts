import type { Context } from './loaders.ts';
import type { ExportNode, ImportNode, Reference, TransferNode } from './nodes.ts';
import { type SummaryReference, summaryOf } from './transaction-summary.ts';

type TransactionReference = Reference & { txid: string };

export const Transaction = {
  summary: (transaction: SummaryReference, _: unknown, context: Context): Promise<string[]> =>
    summaryOf(transaction, context),

  async transfers({ chainId, txid, at }: TransactionReference, _: unknown, context: Context): Promise<TransferNode[]> {
    const view = await context.view(chainId, { at });
    const rows = await context.loaders.transfersOf.load({ chainId, txid, height: view.height });
    return rows.map((row) => ({ ...row, view }));
  },

  async import({ chainId, txid, at }: TransactionReference, _: unknown, context: Context): Promise<ImportNode | null> {
    const view = await context.view(chainId, { at });
    const [row] = await context.loaders.importsOf.load({ chainId, txid, height: view.height });
    return row === undefined ? null : { ...row, view };
  },

  async export({ chainId, txid, at }: TransactionReference, _: unknown, context: Context): Promise<ExportNode | null> {
    const view = await context.view(chainId, { at });
    const [row] = await context.loaders.exportsOf.load({ chainId, txid, height: view.height });
    return row === undefined ? null : { ...row, view };
  },
};
