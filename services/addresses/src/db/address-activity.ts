/** Role of an address in a transaction, as the schema's enum names it. */
export type Direction = 'RECEIVED' | 'SENT' | 'SELF';

/** Counters of an address as they stand at some point. */
export interface AddressActivity {
  txCount: number;
  utxoCount: number;
  spendableUtxoCount: number;
}

export const NO_ACTIVITY: AddressActivity = { txCount: 0, utxoCount: 0, spendableUtxoCount: 0 };
