import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

/** i-address of 20 zero bytes: how the daemon prints "none". */
export const NULL_ADDRESS = 'i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk';

/** A payload is not what the daemon's printers write. The block is not applied: a wrong row would never heal. */
export class UnexpectedPayloadError extends Error {
  override name = 'UnexpectedPayloadError';
  constructor(member: string, expected: string) {
    super(`${member} of an output's payload is not ${expected}`);
  }
}

export function readText(payload: JsonObject, member: string): string {
  const value = payload[member];
  if (typeof value !== 'string') throw new UnexpectedPayloadError(member, 'text');
  return value;
}

/** An address; absent, empty and the null address all mean none. */
export function findAddress(payload: JsonObject, member: string): string | null {
  const value = payload[member] === undefined ? '' : readText(payload, member);
  return value === '' || value === NULL_ADDRESS ? null : value;
}

export function readWholeNumber(payload: JsonObject, member: string): bigint {
  const value = payload[member];
  if (!(value instanceof LosslessNumber) || !/^-?\d+$/.test(value.value))
    throw new UnexpectedPayloadError(member, 'a whole number');
  return BigInt(value.value);
}

export function readTexts(payload: JsonObject, member: string): string[] {
  const value = payload[member];
  if (!Array.isArray(value)) throw new UnexpectedPayloadError(member, 'a list');
  return value.map((item) => {
    if (typeof item !== 'string') throw new UnexpectedPayloadError(member, 'a list of text');
    return item;
  });
}

/** Absent counts as empty: older layouts have no multi-map. */
export function findObject(payload: JsonObject, member: string): JsonObject {
  const value: JsonValue | undefined = payload[member];
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw new UnexpectedPayloadError(member, 'an object');
  return value;
}
