import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

/** Satoshis by currency. */
export function readAmounts(values: JsonValue | undefined): Map<string, bigint> {
  return new Map(Object.entries(object(values)).map(([id, amount]) => [id, readAmount(amount)] as const));
}

export function readAmount(value: JsonValue | undefined): bigint {
  return value instanceof LosslessNumber ? satoshisFromDecimalText(value.value) : 0n;
}

export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
