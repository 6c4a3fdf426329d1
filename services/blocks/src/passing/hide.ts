import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';

/** Members of a node that has no wallet, no proxy and no port of its own. */
const OF_THE_NODE = ['walletversion', 'keypoololdest', 'keypoolsize', 'unlocked_until', 'paytxfee', 'rpcport'];

export function hideInfo(info: JsonObject): void {
  for (const name of OF_THE_NODE) delete info[name];
  if ('proxy' in info) info.proxy = '';
  if ('errors' in info) info.errors = visible(info.errors);
}

export function hideNetwork(info: JsonObject): void {
  info.localaddresses = [];
  for (const network of Array.isArray(info.networks) ? info.networks : []) {
    if (isJsonObject(network) && 'proxy' in network) network.proxy = '';
  }
  if ('warnings' in info) info.warnings = visible(info.warnings);
}

const FLAGS = ['ismine', 'issharedownership', 'iswatchonly'];
const OF_A_WALLET = ['account', 'pubkey', 'iscompressed', 'script', 'hex'];

/** Keys, scripts and names that the wallet of the node knows. What an identity has is on the chain. */
export function hideAddress(address: JsonObject): void {
  for (const flag of FLAGS) if (flag in address) address[flag] = false;
  for (const name of OF_A_WALLET) delete address[name];
  if (address.isidentity === true) return;
  delete address.addresses;
  delete address.sigsrequired;
}

function visible(text: unknown): string {
  return typeof text === 'string' && !namesInternals(text) ? text : '';
}

/** A path, a host or an address of one. */
const INTERNAL =
  /(?:^|[^\w<>/-])(?:[~.]{0,2}\/|[A-Za-z]:\\)[\w.-]|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\w+:\/\/|\[[0-9a-f:]+\]/i;

function namesInternals(text: string): boolean {
  return INTERNAL.test(text);
}

const MESSAGE_MAX = 1_000;
/** More than a hash: no answer repeats a transaction. */
const LONG_HEX = /[0-9a-f]{80}/i;

/** Words of the daemon for a client. */
export function visibleMessage(message: string): string {
  return namesInternals(message) || LONG_HEX.test(message)
    ? 'the node refuses the call'
    : message.slice(0, MESSAGE_MAX);
}
