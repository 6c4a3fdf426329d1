import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';

/** Satoshis by i-address. */
export type Amounts = Map<string, bigint>;

/** Empty for everything else. */
export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Empty for everything else. */
export function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Coins as printed, in satoshis. */
export function amountOf(value: JsonValue | undefined): bigint {
  return satoshisFromDecimalText(String(value));
}

/** An object with an amount of each currency. */
export function amountsOf(printed: JsonValue | undefined): Amounts {
  return new Map(Object.entries(object(printed)).map(([id, amount]) => [id, amountOf(amount)]));
}

export function whole(printed: JsonValue | undefined): number {
  return Number(String(printed));
}

export function addAll(sums: Amounts, more: ReadonlyMap<string, bigint>): void {
  for (const [id, amount] of more) sums.set(id, (sums.get(id) ?? 0n) + amount);
}
