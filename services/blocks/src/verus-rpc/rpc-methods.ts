/** Closed: some calls make verusd crash or answer inconsistently (docs/verus/rpc.md#calls-that-are-never-sent). */
export const RPC_METHODS = [
  'getbestblockhash',
  'getblock',
  'getblockchaininfo',
  'getblockcount',
  'getblockhash',
  'getcurrency',
  'getidentity',
  'getinfo',
  'getmempoolinfo',
  'getrawmempool',
  'getrawtransaction',
  'sendrawtransaction',
] as const;

export type RpcMethod = (typeof RPC_METHODS)[number];
