export type SupplyEventKind =
  | 'PREALLOCATION'
  | 'LAUNCH'
  | 'MINT'
  | 'BURN'
  | 'BUY'
  | 'SELL'
  | 'FEE_BURN'
  | 'IMPORT'
  | 'EXPORT';

/** Below zero where units cease to exist. */
export interface SupplyChange {
  kind: SupplyEventKind;
  amount: bigint;
}

/** In the place of its import or export, with its position among the changes of the currency there. */
export interface SupplyEvent extends SupplyChange {
  currencyId: string;
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
  txid: string;
  supply: bigint;
  /** False if the import's changes do not add up to the supply that its state prints. */
  followsRules: boolean;
}
