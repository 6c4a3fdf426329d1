import type { FlowTransfer } from '#/flows/flow-rows.ts';

/** How far a transfer is on its own chain, as the newest block has it. */
export const STAGES = { PENDING: 0, EXPORTED: 1, LEFT: 2, PAID: 3 } as const;

export function stageOf({ exported, settled }: Pick<FlowTransfer, 'exported' | 'settled'>): number {
  if (settled !== null) return STAGES.PAID;
  if (exported === null) return STAGES.PENDING;
  return exported.leaves ? STAGES.LEFT : STAGES.EXPORTED;
}
