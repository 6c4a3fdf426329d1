import { type JsonObject, type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { RPC_CODES, RpcError } from './rpc-error.ts';

const INT_MAX = 2 ** 31 - 1;

/** As vdxf.cpp:uni_get_bool reads it: whatever is no flag is false. */
export function readFlag(options: JsonObject, name: string): boolean {
  const value = options[name];
  if (typeof value === 'string') return value === 'true' || value === '1';
  return value instanceof LosslessNumber ? (wholeOf(value) ?? 0) !== 0 : value === true;
}

/** As vdxf.cpp:uni_get_int reads it: whatever is no whole number is 0. */
export function readNumberOption(options: JsonObject, name: string): number {
  const value = options[name];
  if (typeof value === 'string') return /^\s*-?\d{1,10}/.test(value) ? Number.parseInt(value, 10) : 0;
  return value instanceof LosslessNumber ? (wholeOf(value) ?? 0) : 0;
}

/** @throws RpcError with the texts of verusd's get_int */
export function readInteger(value: JsonValue | undefined): number {
  if (!(value instanceof LosslessNumber))
    throw new RpcError(RPC_CODES.misc, 'JSON value is not an integer as expected');
  const whole = wholeOf(value);
  if (whole === undefined) throw new RpcError(RPC_CODES.misc, 'JSON integer out of range');
  return whole;
}

function wholeOf({ value }: LosslessNumber): number | undefined {
  const whole = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  return Math.abs(whole) <= INT_MAX ? whole : undefined;
}
