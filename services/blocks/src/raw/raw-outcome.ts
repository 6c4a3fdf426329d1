export type RawOutcome =
  /** Its hash is the txid. */
  | { kind: 'raw'; raw: Uint8Array }
  | { kind: 'absent' }
  | { kind: 'mismatch' }
  /** No node could be asked, or none answered in time. */
  | { kind: 'away' }
  /** Too many are being fetched, or were asked for at once. */
  | { kind: 'busy' };
