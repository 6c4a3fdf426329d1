/** A transaction of a chain, as of a height. */
export interface TransactionKey {
  chainId: string;
  txid: string;
  height: number;
}
