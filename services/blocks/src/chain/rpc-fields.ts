import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

const HASH_BYTES = 32;

/** A member of a node's response is not what the daemon's printers write: the block cannot be trusted, so nothing of it is stored. */
export class UnexpectedShapeError extends Error {
  override name = 'UnexpectedShapeError';
  constructor(member: string, expected: string) {
    super(`${member} of the node's answer is not ${expected}`);
  }
}

export function readObject(value: JsonValue | undefined, member: string): JsonObject {
  if (value === undefined || !isJsonObject(value)) throw new UnexpectedShapeError(member, 'an object');
  return value;
}

/** Reads a list of objects. An absent member counts as empty: older daemons leave some lists out. */
export function readObjects(parent: JsonObject, member: string): JsonObject[] {
  const value = parent[member];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new UnexpectedShapeError(member, 'a list');
  return value.map((item) => readObject(item, member));
}

export function findText(parent: JsonObject, member: string): string | undefined {
  const value = parent[member];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new UnexpectedShapeError(member, 'text');
  return value;
}

export function readText(parent: JsonObject, member: string): string {
  const text = findText(parent, member);
  if (text === undefined) throw new UnexpectedShapeError(member, 'text');
  return text;
}

/** Number as the daemon wrote it. */
export function readNumberText(parent: JsonObject, member: string): string {
  const value = parent[member];
  if (!(value instanceof LosslessNumber)) throw new UnexpectedShapeError(member, 'a number');
  return value.value;
}

/** Whole number below 2^53. */
export function readInteger(parent: JsonObject, member: string): number {
  const text = readNumberText(parent, member);
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) throw new UnexpectedShapeError(member, 'a whole number');
  return value;
}

const INT32_MAX = 2 ** 31 - 1;
const UINT32_MAX = 2 ** 32 - 1;

/** A uint32 of the protocol: times, lock times, expiry heights, sequences, and positions of outputs that an input names. */
export function readUint32(parent: JsonObject, member: string): number {
  return readWithin(parent, member, 0, UINT32_MAX);
}

/** An int32 of the protocol, as versions are. */
export function readInt32(parent: JsonObject, member: string): number {
  return readWithin(parent, member, -INT32_MAX - 1, INT32_MAX);
}

/** A number of things that are there, such as bytes, or the height of a block: an int in the daemon, and never negative. */
export function readCount(parent: JsonObject, member: string): number {
  return readWithin(parent, member, 0, INT32_MAX);
}

function readWithin(parent: JsonObject, member: string, min: number, max: number): number {
  const value = readInteger(parent, member);
  if (value < min || value > max) throw new UnexpectedShapeError(member, `between ${min} and ${max}`);
  return value;
}

/** Whole satoshis of any size. */
export function findSatoshis(parent: JsonObject, member: string): bigint | undefined {
  if (parent[member] === undefined) return undefined;
  const text = readNumberText(parent, member);
  if (!/^-?\d+$/.test(text)) throw new UnexpectedShapeError(member, 'whole satoshis');
  return BigInt(text);
}

/** Decimal coins as satoshis. */
export function readAmount(parent: JsonObject, member: string): bigint {
  return satoshisFromDecimalText(readNumberText(parent, member));
}

/** 32 bytes from 64 hex digits, in the order they are printed. */
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
