import type { JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import type { Call } from './method.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

type Param = JsonValue | undefined;

const HASH = /^[0-9a-f]{64}$/;

/** @param usage names the method and its parameters @throws RpcError for another number of parameters */
export function countParams({ params }: Pick<Call, 'params'>, min: number, max: number, usage: string): void {
  if (params.length < min || params.length > max) throw new RpcError(RPC_CODES.misc, usage);
}

/** As univalue's get_str. @throws RpcError */
export function textParam(value: Param): string {
  if (typeof value === 'string') return value;
  throw new RpcError(RPC_CODES.misc, 'JSON value is not a string as expected');
}

/** As univalue's get_bool. @throws RpcError */
export function flagParam(value: Param): boolean {
  if (typeof value === 'boolean') return value;
  throw new RpcError(RPC_CODES.misc, 'JSON value is not a boolean as expected');
}

/** As uint256S reads it, as far as anything can be found by it. @returns undefined for what is no hash */
export function readHash(text: string): string | undefined {
  const hash = text.trim().toLowerCase().replace(/^0x/, '');
  return HASH.test(hash) ? hash : undefined;
}

/** As ParseHashV. @param name of the parameter @throws RpcError for what is not hexadecimal */
export function hashParam(value: Param, name: string): string | undefined {
  const text = typeof value === 'string' ? value : '';
  if (/^([0-9a-f]{2})+$/i.test(text)) return readHash(text);
  throw new RpcError(RPC_CODES.invalidParameter, `${name} must be hexadecimal string (not '${text}')`);
}
