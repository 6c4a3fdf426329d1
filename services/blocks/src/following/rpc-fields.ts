import { readInteger, readText, readWholeNumber, UnexpectedShapeError } from '@ledgergraph/verus-protocol/json-members';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';

const HASH_BYTES = 32;
const INT32_MAX = 2 ** 31 - 1;
const UINT32_MAX = 2 ** 32 - 1;

export function readUint32(parent: JsonObject, member: string): number {
  return readWithin(parent, member, 0, UINT32_MAX);
}

export function readInt32(parent: JsonObject, member: string): number {
  return readWithin(parent, member, -INT32_MAX - 1, INT32_MAX);
}

export function readCount(parent: JsonObject, member: string): number {
  return readWithin(parent, member, 0, INT32_MAX);
}

function readWithin(parent: JsonObject, member: string, min: number, max: number): number {
  const value = readInteger(parent, member);
  if (value < min || value > max) throw new UnexpectedShapeError(member, `between ${min} and ${max}`);
  return value;
}

export function findSatoshis(parent: JsonObject, member: string): bigint | undefined {
  return parent[member] === undefined ? undefined : readWholeNumber(parent, member);
}

/** 64 hex digits, in the order they are printed. */
export function readHash(parent: JsonObject, member: string): Uint8Array {
  const hash = readHex(parent, member);
  if (hash.length !== HASH_BYTES) throw new UnexpectedShapeError(member, 'a hash');
  return hash;
}

export function readHex(parent: JsonObject, member: string): Uint8Array {
  const text = readText(parent, member);
  const bytes = Buffer.from(text, 'hex');
  // It reads as far as there are pairs of digits.
  if (bytes.length * 2 !== text.length) throw new UnexpectedShapeError(member, 'hex');
  return bytes;
}
