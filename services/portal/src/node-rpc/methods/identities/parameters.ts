import { type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';

// As verusd's uni_get_… read a parameter: what is of another type counts as absent.

/** verusd's -1 as an unsigned height. */
export const WITH_MEMPOOL = 2 ** 32 - 1;
const HEIGHT_MAX = 2 ** 31 - 1;

/** @throws RpcError for another count */
export function checkCount(params: readonly JsonValue[], min: number, max: number, usage: string): void {
  if (params.length < min || params.length > max) throw new RpcError(RPC_CODES.misc, usage);
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** As verusd's heights: 32 bits without a sign, also from text. */
export function unsignedOf(value: JsonValue | undefined): number {
  return Number(BigInt.asUintN(32, wholeOf(value)));
}

export function signedOf(value: JsonValue | undefined): number {
  return Number(BigInt.asIntN(32, wholeOf(value)));
}

export function booleanOf(value: JsonValue | undefined): boolean {
  if (value instanceof LosslessNumber) return wholeOf(value) !== 0n;
  return value === true || value === 'true' || value === '1';
}

/** A bound of a range for GraphQL; null: none. */
export function heightOf(unsigned: number): number | null {
  return unsigned > 0 && unsigned <= HEIGHT_MAX ? unsigned : null;
}

function wholeOf(value: JsonValue | undefined): bigint {
  const text = value instanceof LosslessNumber ? value.value : textOf(value);
  return BigInt(/^\s*\+?(-?\d{1,19})/.exec(text)?.[1] ?? 0);
}
