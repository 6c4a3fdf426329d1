import type { CrossChainExport } from '@ledgergraph/verus-protocol/payloads/cross-chain-export';
import type { BasketState } from './basket-state.ts';
import type { RestRole, Settlement } from './paid-import.ts';
import type { Outpoint, Place } from './place.ts';
import type { SettledConversion } from './settled-conversion.ts';
import type { Transfer } from './transfer.ts';

/** Place of a record among those of one list: that of an export or import, and the position of a transfer in it. */
export interface Position {
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
}

/** A transfer that gets, or has, its place in an export. */
export interface Exported extends Position {
  /** True: its import stands on another chain. */
  leaves: boolean;
}

/** How and where an import on this chain paid a transfer; amounts in satoshis. */
export interface Settled extends Position {
  outcome: Settlement['outcome'];
  followsRules: boolean;
  /** Null: it converts nothing, or it was refunded. */
  conversion: SettledConversion | null;
}

/**
 * A transfer of this chain, or one of another system that an import here paid: that one stands at the import's transaction, as output −1, −2, …
 */
export interface FlowTransfer extends Place {
  transfer: Transfer;
  /** Addresses that its transaction spends from, without those of the protocol; of another system none is known. */
  senders: readonly string[];
  /** The transfer whose onward leg it is. */
  parent: Outpoint | null;
  exported: Exported | null;
  settled: Settled | null;
}

export interface ExportRow extends Place {
  export: CrossChainExport;
  transferCount: number;
}

export interface ImportRow extends Place {
  sourceSystemId: string;
  currencyId: string;
  flags: number;
  sourceHeight: number;
  exportTxid: string | null;
  exportVout: number | null;
  hashTransfers: string;
  /** Output that carries its state; null: no output does. */
  stateVout: number | null;
  transferCount: number;
}

export type PayoutRole = 'TRANSFER' | RestRole;

export interface PayoutRow {
  height: number;
  txIndex: number;
  importVout: number;
  /** Position of its transfer in the import; −1: it pays none. */
  ordinal: number;
  vout: number;
  role: PayoutRole;
  address: string;
  currencyId: string;
  amount: bigint;
}

/** Additions of consecutive blocks to the value flows of a chain, in the order of the chain. */
export interface FlowRows {
  /** Transfers that these blocks bring, with all that the blocks decide about them. */
  transfers: FlowTransfer[];
  /** Transfers of earlier blocks that these blocks export or settle: only these members changed. */
  exported: FlowTransfer[];
  settled: FlowTransfer[];
  exports: ExportRow[];
  imports: ImportRow[];
  payouts: PayoutRow[];
  conversions: SettledConversion[];
  states: BasketState[];
  /** Transfers whose payment breaks a rule. */
  violations: number;
}
