/** A recorded node of a running stack, as its clients see it. */
export interface RecordedNode {
  /** The network's name in lower case, such as `vrsctest`. */
  name: string;
  chainId: string;
  networkName: string;
  environment: 'MAINNET' | 'TESTNET';
  blockTimeSeconds: number;
  /** Height of the last recorded block. */
  recordedHeight: number;
  /** JSON-RPC over HTTP. */
  url: string;
  /** Address of its ZMQ publisher. */
  zmqUrl: string;
  user: string;
  password: string;
}
