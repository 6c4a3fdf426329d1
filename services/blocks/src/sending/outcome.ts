export type SendOutcome =
  /** `isNew`: the node had it not before. `isMined`: it is in a block of its chain. */
  | { kind: 'sent'; isNew: boolean; isMined: boolean }
  /** Neither the node's mempool nor its blocks have it. */
  | { kind: 'rejected'; code: number; message: string }
  /** No answer in time, or a broken connection: the node may have the transaction. */
  | { kind: 'unknown' }
  | { kind: 'away' };

export interface SignedTransaction {
  txid: string;
  /** It must not appear in a log, a trace or an error. */
  raw: Uint8Array;
  /** Absent: the daemon decides. It is not kept: one whose outcome is unknown is sent again without it. */
  allowHighFees?: boolean | undefined;
}
