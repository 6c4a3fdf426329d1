import { LosslessNumber, parse, stringify } from 'lossless-json';

export { LosslessNumber };

/** JSON as the daemon wrote it: a number keeps its own text in `LosslessNumber.value`. */
export type JsonValue = null | boolean | string | LosslessNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** JSON for clients: no number in it can lose digits. */
export type ExactJson = null | boolean | string | number | ExactJson[] | { [key: string]: ExactJson };

/**
 * Parses JSON without turning a number into a float. A repeated key (reserve_balance may repeat one) keeps its last value.
 * @throws SyntaxError
 */
export function parseLossless(text: string): JsonValue {
  return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }) as JsonValue;
}

/** The same JSON again, numbers as they were written. */
export function stringifyLossless(value: JsonValue): string {
  return stringify(value) ?? 'null';
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Plain JSON for clients: an amount (any number text with a decimal point) and an integer beyond 2^53 become strings. */
export function exactJson(value: JsonValue): ExactJson {
  if (value instanceof LosslessNumber) {
    const number = Number(value.value);
    return /^-?\d+$/.test(value.value) && Number.isSafeInteger(number) ? number : value.value;
  }
  if (Array.isArray(value)) return value.map(exactJson);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactJson(member)]));
  }
  return value;
}
