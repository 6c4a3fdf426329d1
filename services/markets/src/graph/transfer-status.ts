import { findImportOf, findSettledRow } from './find-import-of-export.ts';
import type { Context } from './loaders.ts';
import type { TransferNode } from './nodes.ts';

export type TransferStatus = 'PENDING' | 'EXPORTED' | 'IN_FLIGHT' | 'SETTLED' | 'REFUNDED';

/** How far a transfer is. One that left for a chain which is not ours stays in flight: its blocks do not show what became of it. */
export async function statusOf(node: TransferNode, context: Context): Promise<TransferStatus> {
  const { state } = (await findSettledRow(node, context)) ?? node;
  if (state !== 'LEFT') return state;
  // An import without a supplement does not show which of its outputs pay which transfer.
  return (await findImportOf(node, context)) === null ? 'IN_FLIGHT' : 'SETTLED';
}
