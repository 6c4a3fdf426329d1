import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import type { Call } from '../../method.ts';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';

const ADDRESSES_MAX = 1_000;

/** @param usage names the method and its parameters @throws RpcError */
export function onlyParameter({ params }: Pick<Call, 'params'>, usage: string): JsonValue {
  const [only, ...others] = params;
  if (only === undefined || others.length > 0) throw new RpcError(RPC_CODES.misc, usage);
  return only;
}

/** verusd reads options from an object alone, and fails where it gets a text. @throws RpcError */
export function optionsOf(parameter: JsonValue): JsonObject {
  if (isJsonObject(parameter)) return parameter;
  throw new RpcError(RPC_CODES.misc, 'JSON value is not an object as expected');
}

/** As they are asked for, which may repeat some. @throws RpcError with verusd's texts (its misc.cpp:getAddressesFromParams) */
export function readAddresses(parameter: JsonValue): string[] {
  if (typeof parameter === 'string') return [readAddress(parameter, 'Invalid address')];
  if (!isJsonObject(parameter)) throw invalid('Invalid address');
  const { addresses } = parameter;
  if (!Array.isArray(addresses)) throw invalid('Addresses is expected to be an array');
  if (addresses.length > ADDRESSES_MAX)
    throw new RpcError(RPC_CODES.invalidParameter, `At most ${ADDRESSES_MAX} addresses can be asked for at once`);
  return addresses.map((address) => {
    if (typeof address !== 'string') throw new RpcError(RPC_CODES.misc, 'JSON value is not a string as expected');
    return readAddress(address, 'Invalid addresses');
  });
}

function readAddress(text: string, refusal: string): string {
  const kind = parseAddress(text)?.kind;
  if (kind === undefined) throw invalid(refusal);
  if (kind === 'INDEX') throw invalid('Addresses of indexes (x…) are not answered here');
  return text;
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidAddressOrKey, message);
}
