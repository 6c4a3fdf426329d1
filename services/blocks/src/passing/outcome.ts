export type PassedOutcome =
  /** JSON text, with the number text of the daemon. */
  | { kind: 'answered'; text: string }
  /** The daemon refused it, in words that a client may see. */
  | { kind: 'error'; code: number; message: string }
  /** We refused it: no node was asked. */
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'away' }
  /** Too much runs or waits already. */
  | { kind: 'busy' };
