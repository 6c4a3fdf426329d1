export interface ChangePlace {
  height: number;
  /** -1 for a change by the block as a whole. */
  txIndex: number;
  /** -1 for a change by the transaction as a whole. */
  vout: number;
  id: string;
  /** A txid, or the number of a revision or a state. */
  reference: string;
}

/** Both ends are included. */
export interface ChangeRange {
  chainId: string;
  from: number;
  to: number;
  ids: readonly string[] | null;
  /** Null: without limit. */
  limit: number | null;
}
