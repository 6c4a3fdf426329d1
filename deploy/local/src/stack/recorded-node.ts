export interface RecordedNode {
  /** Lower case, such as `vrsctest`. */
  name: string;
  chainId: string;
  networkName: string;
  environment: 'MAINNET' | 'TESTNET';
  blockTimeSeconds: number;
  recordedHeight: number;
  /** JSON-RPC over HTTP. */
  url: string;
  zmqUrl: string;
  user: string;
  password: string;
}
