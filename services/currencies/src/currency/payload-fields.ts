import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** A payload is not what the daemon's printers write. The block is not applied: a wrong row would never heal. */
export class UnexpectedPayloadError extends Error {
  override name = 'UnexpectedPayloadError';
  constructor(member: string, expected: string) {
    super(`${member} of a currency payload is not ${expected}`);
  }
}

export function findText(payload: JsonObject, member: string): string | null {
  const value = payload[member];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new UnexpectedPayloadError(member, 'text');
  return value;
}

export function readText(payload: JsonObject, member: string): string {
  const text = findText(payload, member);
  if (text === null) throw new UnexpectedPayloadError(member, 'text');
  return text;
}

/** Whole number below 2^53: heights, flags, versions. */
export function readInteger(payload: JsonObject, member: string): number {
  const value = payload[member];
  const number = value instanceof LosslessNumber && /^-?\d+$/.test(value.value) ? Number(value.value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new UnexpectedPayloadError(member, 'a whole number');
  return number;
}

/** Decimal coins as satoshis; null when the member is not there. */
export function findAmount(payload: JsonObject, member: string): bigint | null {
  const value = payload[member];
  if (value === undefined) return null;
  if (!(value instanceof LosslessNumber)) throw new UnexpectedPayloadError(member, 'an amount');
  return satoshisFromDecimalText(value.value);
}

export function readAmount(payload: JsonObject, member: string): bigint {
  const amount = findAmount(payload, member);
  if (amount === null) throw new UnexpectedPayloadError(member, 'an amount');
  return amount;
}

/** Absent counts as empty: the daemon leaves out what a kind of currency does not have. */
export function findAmounts(payload: JsonObject, member: string): bigint[] {
  return findList(payload, member).map((value) => {
    if (!(value instanceof LosslessNumber)) throw new UnexpectedPayloadError(member, 'a list of amounts');
    return satoshisFromDecimalText(value.value);
  });
}

/** Absent counts as empty. */
export function findTexts(payload: JsonObject, member: string): string[] {
  return findList(payload, member).map((value) => {
    if (typeof value !== 'string') throw new UnexpectedPayloadError(member, 'a list of text');
    return value;
  });
}

/** Absent counts as empty. */
export function findObjects(payload: JsonObject, member: string): JsonObject[] {
  return findList(payload, member).map((value) => {
    if (!isJsonObject(value)) throw new UnexpectedPayloadError(member, 'a list of objects');
    return value;
  });
}

/** Absent counts as empty. */
export function findObject(payload: JsonObject, member: string): JsonObject {
  const value = payload[member] ?? {};
  if (!isJsonObject(value)) throw new UnexpectedPayloadError(member, 'an object');
  return value;
}

function findList(payload: JsonObject, member: string): unknown[] {
  const value = payload[member] ?? [];
  if (!Array.isArray(value)) throw new UnexpectedPayloadError(member, 'a list');
  return value;
}
