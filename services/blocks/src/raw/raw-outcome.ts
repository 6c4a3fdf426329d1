export type RawOutcome =
  /** `isPassing`: it may change, so it is not kept. */
  | { kind: 'raw'; raw: Uint8Array; isPassing?: true }
  | { kind: 'absent' }
  | { kind: 'mismatch' }
  | { kind: 'away' }
  | { kind: 'busy' };
