import { findImportOf, findSettledRow } from './find-import-of-export.ts';
import type { Context } from './loaders.ts';
import type { TransferNode } from './nodes.ts';

export type TransferStatus = 'PENDING' | 'EXPORTED' | 'IN_FLIGHT' | 'SETTLED' | 'REFUNDED';

/** A transfer to a chain that is not ours stays in flight, since no block here shows its end. */
export async function statusOf(node: TransferNode, context: Context): Promise<TransferStatus> {
  const { state } = (await findSettledRow(node, context)) ?? node;
  if (state !== 'LEFT') return state;
  // An import without a supplement does not show which of its outputs pay which transfer.
  return (await findImportOf(node, context)) === null ? 'IN_FLIGHT' : 'SETTLED';
}
