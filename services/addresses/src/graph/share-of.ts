import { decimalText } from '@ledgergraph/verus-protocol/amount';

const DECIMALS = 100_000_000n;

/** Percent that a part (> 0) is of a whole, exact to 8 decimals and cut, not rounded, so that no sum exceeds 100. */
export function shareOf(part: bigint, whole: bigint): string {
  return decimalText((part * 100n * DECIMALS) / whole);
}
