import type { FlowTransfer } from './flow-rows.ts';
import type { Outpoint } from './place.ts';

/** An export as far as its import needs it. */
export interface KnownExport {
  hashTransfers: string;
  /** In its order. */
  transfers: FlowTransfer[];
}

/** Transfers and exports that later records name, by `keyOf`. */
export interface KnownFlows {
  transfers: Map<string, FlowTransfer>;
  exports: Map<string, KnownExport>;
}

export function keyOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}
