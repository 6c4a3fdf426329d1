import { satoshisFromDecimalText } from './amount.ts';
import { isJsonObject, type JsonObject, LosslessNumber } from './lossless-json.ts';

// Members of the JSON that verusd prints, parsed losslessly.

/** The daemon prints it for no address: 20 zero bytes. */
export const NULL_ADDRESS = 'i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk';

const WHOLE = /^-?\d+$/;

/** The block is not applied: a wrong row would never heal. */
export class UnexpectedShapeError extends Error {
  override name = 'UnexpectedShapeError';
  constructor(member: string, expected: string) {
    super(`${member} of the node's answer is not ${expected}`);
  }
}

export function findText(parent: JsonObject, member: string): string | null {
  const value = parent[member];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new UnexpectedShapeError(member, 'text');
  return value;
}

export function readText(parent: JsonObject, member: string): string {
  const text = findText(parent, member);
  if (text === null) throw new UnexpectedShapeError(member, 'text');
  return text;
}

/** Null: absent, empty or the null address. */
export function findAddress(parent: JsonObject, member: string): string | null {
  const text = findText(parent, member);
  return text === '' || text === NULL_ADDRESS ? null : text;
}

export function readNumberText(parent: JsonObject, member: string): string {
  const value = parent[member];
  if (!(value instanceof LosslessNumber)) throw new UnexpectedShapeError(member, 'a number');
  return value.value;
}

export function readWholeNumber(parent: JsonObject, member: string): bigint {
  const text = readNumberText(parent, member);
  if (!WHOLE.test(text)) throw new UnexpectedShapeError(member, 'a whole number');
  return BigInt(text);
}

/** Below 2^53. */
export function readInteger(parent: JsonObject, member: string): number {
  const text = readNumberText(parent, member);
  const value = Number(text);
  if (!WHOLE.test(text) || !Number.isSafeInteger(value)) throw new UnexpectedShapeError(member, 'a whole number');
  return value;
}

/** In satoshis; null: absent. */
export function findAmount(parent: JsonObject, member: string): bigint | null {
  return parent[member] === undefined ? null : readAmount(parent, member);
}

export function readAmount(parent: JsonObject, member: string): bigint {
  return satoshisFromDecimalText(readNumberText(parent, member));
}

/** Absent counts as empty: the daemon leaves out members that a kind of currency lacks. */
export function findAmounts(parent: JsonObject, member: string): bigint[] {
  return findList(parent, member).map((value) => {
    if (!(value instanceof LosslessNumber)) throw new UnexpectedShapeError(member, 'a list of amounts');
    return satoshisFromDecimalText(value.value);
  });
}

/** Absent counts as empty. */
export function findTexts(parent: JsonObject, member: string): string[] {
  return findList(parent, member).map((value) => {
    if (typeof value !== 'string') throw new UnexpectedShapeError(member, 'a list of text');
    return value;
  });
}

export function readTexts(parent: JsonObject, member: string): string[] {
  if (parent[member] === undefined) throw new UnexpectedShapeError(member, 'a list');
  return findTexts(parent, member);
}

export function findObjects(parent: JsonObject, member: string): JsonObject[] {
  return findList(parent, member).map((value) => {
    if (!isJsonObject(value)) throw new UnexpectedShapeError(member, 'a list of objects');
    return value;
  });
}

/** Absent counts as empty: older layouts leave members out. */
export function findObject(parent: JsonObject, member: string): JsonObject {
  const value = parent[member] ?? {};
  if (!isJsonObject(value)) throw new UnexpectedShapeError(member, 'an object');
  return value;
}

function findList(parent: JsonObject, member: string): unknown[] {
  const value = parent[member] ?? [];
  if (!Array.isArray(value)) throw new UnexpectedShapeError(member, 'a list');
  return value;
}
