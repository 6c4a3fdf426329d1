import type { FlowTransfer } from '#/flows/flow-rows.ts';

/** How far a transfer is on its own chain, as the newest block has it. */
export const STAGES = { PENDING: 0, EXPORTED: 1, LEFT: 2, PAID: 3 } as const;

export function stageOf({ exported, settled }: Pick<FlowTransfer, 'exported' | 'settled'>): number {
  if (settled !== null) return STAGES.PAID;
  if (exported === null) return STAGES.PENDING;
  return exported.leaves ? STAGES.LEFT : STAGES.EXPORTED;
}

/** SQL: a row `transfer` was exported to another chain than that of $1. Where the launch of that chain fails, an import here pays it back. */
export const HAS_LEFT = `EXISTS (SELECT 1 FROM export
                   WHERE export.chain = transfer.chain AND export.height = transfer.export_height
                     AND export.tx_index = transfer.export_tx_index AND export.vout = transfer.export_vout
                     AND export.destination_system_id <> $1)`;
