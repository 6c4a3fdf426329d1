export type RawOutcome =
  | { kind: 'raw'; raw: Uint8Array }
  | { kind: 'absent' }
  | { kind: 'mismatch' }
  | { kind: 'away' }
  /** Too many are being fetched, or were asked for at once. */
  | { kind: 'busy' };
