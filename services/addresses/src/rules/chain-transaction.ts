import type { OutputRow, Spender } from '#/db/output-row.ts';

export interface ChainTransaction extends Spender {
  /** Empty for a coinbase. */
  spends: OutputRow[];
  outputs: readonly OutputRow[];
  /** Value went into the shielded pools. */
  paysShielded: boolean;
}
