/** Where something changed: a block, and the place in it. `ChangePlace` of the subgraphs' schemas. */
export interface ChangePlace {
  height: number;
  /** Position of the transaction in the block; -1 for a change by the block as a whole. */
  txIndex: number;
  /** Output of the transaction; -1 for a change by the transaction as a whole. */
  vout: number;
  /** Address or i-address of the object that changed. */
  id: string;
  /** Names the change among those of the same id: a txid, or the number of a revision or a state. */
  reference: string;
}

/** A range of blocks; both ends are included. */
export interface ChangeRange {
  chainId: string;
  from: number;
  to: number;
  /** Null: all. */
  ids: readonly string[] | null;
  /** Null: without limit. */
  limit: number | null;
}
