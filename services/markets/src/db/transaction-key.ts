export interface TransactionKey {
  chainId: string;
  txid: string;
  height: number;
}
