export type RawOutcome =
  | { kind: 'raw'; raw: Uint8Array }
  | { kind: 'absent' }
  | { kind: 'mismatch' }
  | { kind: 'away' }
  | { kind: 'busy' };
