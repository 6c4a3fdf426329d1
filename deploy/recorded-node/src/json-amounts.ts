import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** A whole number as the daemon prints it. */
export function whole(value: number | bigint): LosslessNumber {
  return new LosslessNumber(String(value));
}

/** Satoshis as the daemon prints coins: exactly 8 decimals. */
export function decimal(satoshis: bigint): LosslessNumber {
  return new LosslessNumber(decimalText(satoshis));
}

/** Satoshis by currency i-address as the daemon prints them. */
export function decimals(amounts: ReadonlyMap<string, bigint>): JsonObject {
  return Object.fromEntries(Array.from(amounts, ([id, satoshis]) => [id, decimal(satoshis)]));
}
