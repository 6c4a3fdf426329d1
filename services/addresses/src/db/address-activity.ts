export type Direction = 'RECEIVED' | 'SENT' | 'SELF';

export interface AddressActivity {
  txCount: number;
  utxoCount: number;
  spendableUtxoCount: number;
}

export const NO_ACTIVITY: AddressActivity = { txCount: 0, utxoCount: 0, spendableUtxoCount: 0 };
