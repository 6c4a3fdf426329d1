export type RawOutcome =
  /** Their hash is the txid. */
  | { kind: 'raw'; raw: Uint8Array }
  | { kind: 'absent' }
  | { kind: 'mismatch' }
  /** No node could be asked, or none answered in time. */
  | { kind: 'away' }
  /** Too much is being fetched already, or was asked for at once. */
  | { kind: 'busy' };
