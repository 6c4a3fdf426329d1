import { RPC_CODES, RpcError } from './rpc-error.ts';

/** Names of verusd 1.2.17 that this server does not answer, by the reason, which completes "Method x is not answered here: …". */
export const REFUSED_METHODS = {
  'it needs a wallet, and this server has none.': `addmultisigaddress backupwallet closeoffers convertpassphrase
    createmultisig decryptdata definecurrency dumpprivkey dumpwallet encryptwallet getaccount getaccountaddress
    getaddressesbyaccount getbalance getcurrencybalance getcurrencytrust getidentitytrust getnewaddress
    getrawchangeaddress getreceivedbyaccount
    getreceivedbyaddress gettransaction getunconfirmedbalance getwalletinfo importaddress importprivkey importwallet
    jumblr_deposit jumblr_pause jumblr_resume jumblr_secret keypoolrefill listaccounts listaddressgroupings
    listidentities listlockunspent listopenoffers listreceivedbyaccount listreceivedbyaddress listsinceblock
    listtransactions listunspent lockunspent makeoffer move openwallet prunespentwallettransactions recoveridentity
    refundfailedlaunch registeridentity registernamecommitment rescanfromheight resendwallettransactions revokeidentity
    sendcurrency sendfrom sendmany sendtoaddress setaccount setcurrencytrust setidentitytimelock setidentitytrust
    settxfee signdata signfile signhash signmessage signrawtransaction takeoffer updateidentity verifyfile walletlock
    walletpassphrase walletpassphrasechange z_exportkey z_exportviewingkey z_exportwallet z_getbalance
    z_getencryptionaddress z_getmigrationstatus z_getnewaddress z_getoperationresult z_getoperationstatus
    z_getpaymentdisclosure z_gettotalbalance z_importkey z_importviewingkey z_importwallet z_listaddresses
    z_listoperationids z_listreceivedbyaddress z_listunspent z_mergetoaddress z_sendmany z_setmigration z_shieldcoinbase
    z_viewtransaction`,
  'it is for those who mine or notarize.': `addmergedblock estimatepriority generate getblocktemplate getgenerate
    getlocalsolps getminingdistribution getmininginfo getnetworkhashps getnetworksolps getnotarizationproofs
    prioritisetransaction setgenerate setminingdistribution submitacceptednotarization submitblock submitchallenges
    submitimports submitmergedblock`,
  'it commands a node, or describes its connections.': `addnode clearbanned clearrawmempool disconnectnode
    generateadjustmentreport getaddednodeinfo getconnectioncount getdeprecationinfo getnettotals getpeerinfo
    invalidateblock listbanned ping processupgradedata reconsiderblock setban setmocktime stop verifychain zcbenchmark`,
  'its answer needs every output of the chain, which holds up a node for minutes. GraphQL has Query.richList.':
    'getsnapshot',
  'GraphQL has what it is for, or no one has asked for it yet.': `getblockdeltas getchaintxstats gettxoutproof
    verifytxoutproof z_gettreestate z_validateaddress z_validatepaymentdisclosure zcrawjoinsplit zcrawkeygen
    zcrawreceive zcsamplejoinsplit`,
};

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(REFUSED_METHODS).flatMap(([reason, names]) => names.split(/\s+/).map((name) => [name, reason])),
);
const NAME_LENGTH = 64;

/** Undefined for a name that verusd does not know either. */
export function reasonFor(name: string): string | undefined {
  const reason = REASONS.get(name);
  return reason && `Method ${name} is not answered here: ${reason}`;
}

/** In verusd's words for a name that it does not know. */
export function refuseMethod(name: string): RpcError {
  return new RpcError(RPC_CODES.methodNotFound, reasonFor(name) ?? `Method ${name.slice(0, NAME_LENGTH)} not found`);
}
