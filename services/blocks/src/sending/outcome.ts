export type SendOutcome =
  /** The node has it. `isNew`: it had not before. `isMined`: in a block of its chain. */
  | { kind: 'sent'; isNew: boolean; isMined: boolean }
  /** The node's code and words. It neither has the transaction in its mempool nor in a block. */
  | { kind: 'rejected'; code: number; message: string }
  /** The node did not answer in time, or the connection broke: it may have the transaction. */
  | { kind: 'unknown' }
  | { kind: 'away' };

export interface SignedTransaction {
  /** 64 hexadecimal digits in display order. */
  txid: string;
  /** It must not appear in a log, a trace or an error. */
  raw: Uint8Array;
}
