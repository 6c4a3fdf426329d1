import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { isJsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { textParam } from '../../read-params.ts';
import { invalidAddressOrKey, invalidParameter } from '../../rpc-error.ts';

const ADDRESSES_MAX = 1_000;

/** As they are asked for, which may repeat some. @throws RpcError with verusd's texts (its misc.cpp:getAddressesFromParams) */
export function readAddresses(parameter: JsonValue | undefined): string[] {
  if (typeof parameter === 'string') return [readAddress(parameter, 'Invalid address')];
  if (!isJsonObject(parameter)) throw invalidAddressOrKey('Invalid address');
  const { addresses } = parameter;
  if (!Array.isArray(addresses)) throw invalidAddressOrKey('Addresses is expected to be an array');
  if (addresses.length > ADDRESSES_MAX)
    throw invalidParameter(`At most ${ADDRESSES_MAX} addresses can be asked for at once`);
  return addresses.map((address) => readAddress(textParam(address), 'Invalid addresses'));
}

/** The list of a single address has its own order and costs less. @param list as both names end @returns parts of a question */
export function listedOf(addresses: readonly string[], list: 'Transactions' | 'Utxos') {
  const [only, ...others] = addresses;
  return others.length === 0
    ? { field: `address${list}`, type: 'String!', argument: 'address: $wanted', wanted: only }
    : { field: `wallet${list}`, type: '[String!]!', argument: 'addresses: $wanted', wanted: addresses };
}

function readAddress(text: string, refusal: string): string {
  const kind = parseAddress(text)?.kind;
  if (kind === undefined) throw invalidAddressOrKey(refusal);
  if (kind === 'INDEX') throw invalidAddressOrKey('Addresses of indexes (x…) are not answered here');
  return text;
}
