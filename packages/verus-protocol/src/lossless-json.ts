import { LosslessNumber, stringify } from 'lossless-json';
import { type JsonObject, type JsonValue, LosslessParser, type Unread } from './lossless-parser.ts';

export { type JsonObject, type JsonValue, LosslessNumber, type Unread };

export type ExactJson = null | boolean | string | number | ExactJson[] | { [key: string]: ExactJson };

/** A repeated key (reserve_balance may repeat one) keeps its last value. @throws SyntaxError */
export function parseLossless(text: string): JsonValue {
  return new LosslessParser(text).read();
}

/**
 * Passes elements on one by one, so that a long list need not be held.
 * @returns the results of `each`; the parsed value if the text is no list
 * @throws SyntaxError, and the errors of `each`
 */
export function parseLosslessList<Element>(
  text: string,
  each: (element: JsonValue, index: number) => Element,
  unread?: Unread,
): { elements: Element[] } | { value: JsonValue } {
  const elements = new LosslessParser(text).readList(each, unread);
  return elements === undefined ? { value: parseLossless(text) } : { elements };
}

export function stringifyLossless(value: JsonValue): string {
  return stringify(value) ?? 'null';
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Amounts (with a decimal point) and integers beyond 2^53 become strings. */
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
