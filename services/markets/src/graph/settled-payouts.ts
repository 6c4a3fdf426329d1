import type { PayoutRecord } from '#/db/find-payouts.ts';
import type { TransferRow } from '#/db/transfer-row.ts';
import type { Context } from './loaders.ts';

export async function findSettledPayouts(settled: TransferRow, context: Context): Promise<PayoutRecord[]> {
  const { chainId, importHeight, importTxIndex, importVout, importOrdinal } = settled;
  if (importHeight === null || importTxIndex === null || importVout === null) return [];
  const key = { chainId, height: importHeight, txIndex: importTxIndex, importVout, ordinal: importOrdinal };
  return context.loaders.payouts.load(key);
}
