import type { Direction } from './direction.ts';
import type { CurrencyValue } from './output-row.ts';

/** Counters of an address as they stand at some point. */
export interface AddressActivity {
  txCount: number;
  utxoCount: number;
  spendableUtxoCount: number;
}

/** A row of `address_transaction`. */
export interface AddressTransactionRow extends AddressActivity {
  address: string;
  height: number;
  txIndex: number;
  txid: string;
  direction: Direction;
  /** Net amounts, signed, native first, then by currency. */
  amounts: readonly CurrencyValue[];
  /** Native balance right after it. */
  balanceAfter: bigint;
}

export const NO_ACTIVITY: AddressActivity = { txCount: 0, utxoCount: 0, spendableUtxoCount: 0 };
