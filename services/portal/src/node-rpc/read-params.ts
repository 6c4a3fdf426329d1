import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';
import type { Call } from './method.ts';
import { invalidParameter, misused } from './rpc-error.ts';

type Param = JsonValue | undefined;

const HASH = /^[0-9a-f]{64}$/;
const INT_MAX = 2 ** 31 - 1;

/** @param usage names the method and its parameters @throws RpcError for another number of parameters */
export function countParams({ params }: Pick<Call, 'params'>, min: number, max: number, usage: string): void {
  if (params.length < min || params.length > max) throw misused(usage);
}

// As univalue's get_… read a value: another type fails with their texts.

export function textParam(value: Param): string {
  if (typeof value === 'string') return value;
  throw misused('JSON value is not a string as expected');
}

export function flagParam(value: Param): boolean {
  if (typeof value === 'boolean') return value;
  throw misused('JSON value is not a boolean as expected');
}

export function integerParam(value: Param): number {
  if (!(value instanceof LosslessNumber)) throw misused('JSON value is not an integer as expected');
  const whole = wholeOf(value);
  if (whole === undefined) throw misused('JSON integer out of range');
  return whole;
}

export function objectParam(value: Param): JsonObject {
  if (isJsonObject(value)) return value;
  throw misused('JSON value is not an object as expected');
}

/** As uint256S reads it, as far as anything can be found by it. @returns undefined for what is no hash */
export function readHash(text: string): string | undefined {
  const hash = text.trim().toLowerCase().replace(/^0x/, '');
  return HASH.test(hash) ? hash : undefined;
}

/** As ParseHashV. @param name of the parameter @throws RpcError for what is not hexadecimal */
export function hashParam(value: Param, name: string): string | undefined {
  const text = textOf(value);
  if (/^([0-9a-f]{2})+$/i.test(text)) return readHash(text);
  throw invalidParameter(`${name} must be hexadecimal string (not '${text}')`);
}

// As vdxf.cpp:uni_get_… read a value: what is of another type counts as absent.

export function textOf(value: Param): string {
  return typeof value === 'string' ? value : '';
}

export function flagOf(value: Param): boolean {
  if (value instanceof LosslessNumber) return (wholeOf(value) ?? 0) !== 0;
  return value === true || value === 'true' || value === '1';
}

/** As verusd's heights: 32 bits without a sign, also from text. */
export function unsignedOf(value: Param): number {
  return Number(BigInt.asUintN(32, leadingDigits(value)));
}

export function signedOf(value: Param): number {
  return Number(BigInt.asIntN(32, leadingDigits(value)));
}

function wholeOf({ value }: LosslessNumber): number | undefined {
  const whole = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  return Math.abs(whole) <= INT_MAX ? whole : undefined;
}

function leadingDigits(value: Param): bigint {
  const text = value instanceof LosslessNumber ? value.value : textOf(value);
  return BigInt(/^\s*([+-]?\d{1,19})/.exec(text)?.[1] ?? 0);
}
