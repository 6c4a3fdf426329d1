/** A currency of an address as it stands at some point. */
export interface BalanceState {
  balance: bigint;
  /** All credits so far, change included. All debits so far are received - balance. */
  received: bigint;
  /** Transactions of the address that moved the currency so far. */
  txCount: number;
  /** Unspent outputs that carry it; those a plain signature can spend. */
  utxoCount: number;
  spendableUtxoCount: number;
}

export const NO_BALANCE: BalanceState = { balance: 0n, received: 0n, txCount: 0, utxoCount: 0, spendableUtxoCount: 0 };
