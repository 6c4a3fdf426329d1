import type { ExportRow, FlowTransfer, ImportRow, PayoutRow } from '#/db/flow-tables.ts';
import type { BasketState } from '#/flows/basket-state.ts';
import type { SettledConversion } from '#/flows/settled-conversion.ts';

export interface FlowRows {
  transfers: FlowTransfer[];
  exports: ExportRow[];
  imports: ImportRow[];
  payouts: PayoutRow[];
  /** Includes transfers of earlier blocks; `left` ones go to another chain. */
  exported: FlowTransfer[];
  left: FlowTransfer[];
  settled: FlowTransfer[];
  conversions: SettledConversion[];
  states: BasketState[];
  violations: number;
}

export interface Position {
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
}

export function exportOf({ exportHeight, exportTxIndex, exportVout, exportOrdinal }: FlowTransfer): Position | null {
  return toPosition(exportHeight, exportTxIndex, exportVout, exportOrdinal);
}

export function importOf({ importHeight, importTxIndex, importVout, importOrdinal }: FlowTransfer): Position | null {
  return toPosition(importHeight, importTxIndex, importVout, importOrdinal);
}

function toPosition(...[height, txIndex, vout, ordinal]: (number | null)[]): Position | null {
  return height == null || txIndex == null || vout == null || ordinal == null
    ? null
    : { height, txIndex, vout, ordinal };
}
