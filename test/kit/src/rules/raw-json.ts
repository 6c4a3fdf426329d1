import { type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

// Nothing here uses code of a service. Numbers keep their text.

// biome-ignore lint/suspicious/noExplicitAny: the node's own JSON, whose members its readers name one by one
export type Json = any;

/** By i-address. */
export type Amounts = Map<string, bigint>;

export function asText(value: JsonValue): Json {
  if (value instanceof LosslessNumber) return value.value;
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asText(member)]));
}

/** From coins as a node prints them. */
export function satoshisOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

export function amountsOf(printed: Json): Amounts {
  return new Map(Object.entries<string>(printed ?? {}).map(([id, text]) => [id, satoshisOf(text)]));
}

/** A sum of zero has no entry. */
export function addAll(sums: Amounts, more: ReadonlyMap<string, bigint>): void {
  for (const [id, amount] of more) {
    const sum = (sums.get(id) ?? 0n) + amount;
    if (sum === 0n) sums.delete(id);
    else sums.set(id, sum);
  }
}
