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

/** A change of the supply of a currency; satoshis, below zero where units cease to exist. */
export interface SupplyChange {
  kind: SupplyEventKind;
  amount: bigint;
}

/** A change of supply in its place: of the import or export that makes it, and its position among the changes of one currency there. */
export interface SupplyEvent extends SupplyChange {
  currencyId: string;
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
  txid: string;
  /** Supply after it. */
  supply: bigint;
  /** False: the changes of its import do not add up to the supply that the import's state prints. */
  followsRules: boolean;
}
