import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

export function whole(value: number | bigint): LosslessNumber {
  return new LosslessNumber(String(value));
}

/** As the daemon prints coins: exactly 8 decimals. */
export function decimal(satoshis: bigint): LosslessNumber {
  return new LosslessNumber(decimalText(satoshis));
}

/** By currency i-address. */
export function decimals(amounts: ReadonlyMap<string, bigint>): JsonObject {
  return Object.fromEntries(Array.from(amounts, ([id, satoshis]) => [id, decimal(satoshis)]));
}

export function addTo(sums: Map<string, bigint>, currencyId: string, amount: bigint): void {
  if (amount !== 0n) sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amount);
}
