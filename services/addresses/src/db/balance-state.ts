export interface BalanceState {
  balance: bigint;
  /** All credits so far, with change. All debits are received - balance. */
  received: bigint;
  txCount: number;
  /** Unspent outputs that carry it, and those of them that a plain signature can spend. */
  utxoCount: number;
  spendableUtxoCount: number;
}

export const NO_BALANCE: BalanceState = { balance: 0n, received: 0n, txCount: 0, utxoCount: 0, spendableUtxoCount: 0 };
