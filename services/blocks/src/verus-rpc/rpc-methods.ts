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

/** Passed for clients, in the forms that passing/ admits. */
export const PASSED_METHODS = [
  'coinsupply',
  'createrawtransaction',
  'decoderawtransaction',
  'decodescript',
  'estimateconversion',
  'estimatefee',
  'fundrawtransaction',
  'getbestproofroot',
  'getblockchaininfo',
  'getblocksubsidy',
  'getcurrency',
  'getcurrencyconverters',
  'getcurrencystate',
  'getdifficulty',
  'getexports',
  'getidentity',
  'getidentitycontent',
  'getimports',
  'getinfo',
  'getinitialcurrencystate',
  'getlastimportfrom',
  'getlaunchinfo',
  'getmempoolinfo',
  'getnetworkinfo',
  'getnotarizationdata',
  'getoffers',
  'getpendingtransfers',
  'getrawmempool',
  'getreservedeposits',
  'getsaplingtree',
  'gettxoutsetinfo',
  'hashdata',
  'listcurrencies',
  'validateaddress',
  'verifyhash',
  'verifymessage',
  'verifysignature',
] as const;

export type PassedMethod = (typeof PASSED_METHODS)[number];
/** Their answers are served as the node printed them. */
export type TextMethod = PassedMethod | 'getblock' | 'getblockheader' | 'getrawtransaction';
export type RpcMethod = (typeof RPC_METHODS)[number] | TextMethod;
