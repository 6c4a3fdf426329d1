import { satoshisFromDecimalText } from '#/amount.ts';
import { isJsonObject, type JsonObject, LosslessNumber, parseLossless } from '#/lossless-json.ts';

// The payload of an output is the part that verusd prints beside its value: a member of scriptPubKey that is named after the kind of the
// output (core_write.cpp:ScriptPubKeyToUniv). Each kind has a file in this folder. Its comment names the class that the daemon serialises;
// the class's ToUniValue in core_write.cpp prints the members that we read.

/** i-address of 20 zero bytes: what the daemon prints for no address. */
const NULL_ADDRESS = 'i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk';

/** A payload is not what the daemon's printers write. The block is not applied: a wrong row would never heal. */
export class UnexpectedPayloadError extends Error {
  override name = 'UnexpectedPayloadError';
  constructor(member: string, expected: string) {
    super(`${member} of an output's payload is not ${expected}`);
  }
}

/** Members of an output that hold its payload. */
export interface PayloadOutput {
  kind: string;
  /** JSON text; empty for an output that carries none. */
  payloadJson: string;
}

/**
 * The payload of an output of these kinds; undefined for other outputs. One that reads "invalid" on the node carries no payload and
 * counts for nothing.
 * @throws UnexpectedPayloadError
 */
export function findPayload({ kind, payloadJson }: PayloadOutput, ...kinds: string[]): JsonObject | undefined {
  return payloadJson !== '' && kinds.includes(kind) ? parsePayload(payloadJson, kind) : undefined;
}

/** @param name of what the text holds, for the error. @throws UnexpectedPayloadError, SyntaxError */
export function parsePayload(text: string, name: string): JsonObject {
  const value = parseLossless(text);
  if (!isJsonObject(value)) throw new UnexpectedPayloadError(name, 'an object');
  return value;
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

/** An address; null where it is absent, empty or the null address. */
export function findAddress(payload: JsonObject, member: string): string | null {
  const text = findText(payload, member);
  return text === '' || text === NULL_ADDRESS ? null : text;
}

/** Whole number of any size. */
export function readWholeNumber(payload: JsonObject, member: string): bigint {
  const value = payload[member];
  if (!(value instanceof LosslessNumber) || !/^-?\d+$/.test(value.value))
    throw new UnexpectedPayloadError(member, 'a whole number');
  return BigInt(value.value);
}

/** Whole number below 2^53: heights, flags, versions. */
export function readInteger(payload: JsonObject, member: string): number {
  const number = Number(readWholeNumber(payload, member));
  if (!Number.isSafeInteger(number)) throw new UnexpectedPayloadError(member, 'a whole number');
  return number;
}

/** Decimal coins as satoshis; null when the member is absent. */
export function findAmount(payload: JsonObject, member: string): bigint | null {
  const value = payload[member];
  if (value === undefined) return null;
  if (!(value instanceof LosslessNumber)) throw new UnexpectedPayloadError(member, 'an amount');
  return satoshisFromDecimalText(value.value);
}

/** Decimal coins as satoshis. */
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

export function readTexts(payload: JsonObject, member: string): string[] {
  if (payload[member] === undefined) throw new UnexpectedPayloadError(member, 'a list');
  return findTexts(payload, member);
}

/** Absent counts as empty. */
export function findObjects(payload: JsonObject, member: string): JsonObject[] {
  return findList(payload, member).map((value) => {
    if (!isJsonObject(value)) throw new UnexpectedPayloadError(member, 'a list of objects');
    return value;
  });
}

/** Absent counts as empty: older layouts leave members out. */
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
