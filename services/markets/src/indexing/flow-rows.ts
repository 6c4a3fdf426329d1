import type { ExportRow, FlowTransfer, ImportRow, PayoutRow } from '#/db/flow-tables.ts';
import type { BasketState } from '#/flows/basket-state.ts';
import type { SettledConversion } from '#/flows/settled-conversion.ts';

/** Additions of consecutive blocks to the value flows of a chain, in the order of the chain. */
export interface FlowRows {
  /** Transfers that these blocks bring, with all that the blocks decide about them. */
  transfers: FlowTransfer[];
  exports: ExportRow[];
  imports: ImportRow[];
  payouts: PayoutRow[];
  /** Transfers, of these blocks and of earlier ones, that these blocks export; that they export to another chain; that they settle. */
  exported: FlowTransfer[];
  left: FlowTransfer[];
  settled: FlowTransfer[];
  conversions: SettledConversion[];
  states: BasketState[];
  /** Transfers whose payment breaks a rule. */
  violations: number;
}

/** Place of a record among those of one list: that of an export or import, and the position of a transfer in it. */
export interface Position {
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
}

/** Place of the export that gathers a transfer; null: none does. */
export function exportOf({ exportHeight, exportTxIndex, exportVout, exportOrdinal }: FlowTransfer): Position | null {
  return toPosition(exportHeight, exportTxIndex, exportVout, exportOrdinal);
}

/** Place of the import that settles a transfer; null: none does. */
export function importOf({ importHeight, importTxIndex, importVout, importOrdinal }: FlowTransfer): Position | null {
  return toPosition(importHeight, importTxIndex, importVout, importOrdinal);
}

function toPosition(...[height, txIndex, vout, ordinal]: (number | null)[]): Position | null {
  return height == null || txIndex == null || vout == null || ordinal == null
    ? null
    : { height, txIndex, vout, ordinal };
}
