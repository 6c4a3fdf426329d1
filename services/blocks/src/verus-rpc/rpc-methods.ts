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
  'getvdxfid',
  'hashdata',
  'listcurrencies',
  'validateaddress',
  'verifyhash',
  'verifymessage',
  'verifysignature',
] as const;

/** Texts of blocks and transactions, which are kept. */
const KEPT_METHODS = ['getblock', 'getblockheader', 'getrawtransaction'] as const;

export type PassedMethod = (typeof PASSED_METHODS)[number];
export type KeptMethod = (typeof KEPT_METHODS)[number];
export type TextMethod = PassedMethod | KeptMethod;
export type RpcMethod = (typeof RPC_METHODS)[number] | TextMethod;
