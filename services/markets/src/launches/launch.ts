/** Value of the GraphQL enum LaunchState. */
export type LaunchStatus = 'PRELAUNCH' | 'LAUNCHED' | 'REFUNDING' | 'COMPLETE';

/** A currency that a launch takes. */
export interface LaunchTerm {
  currencyId: string;
  /** Satoshis that have to be there, or all contributions go back. */
  minimum: bigint;
  /** Satoshis that are accepted at most; null: all that come. */
  maximum: bigint | null;
}

/** The launch of a currency as its definition announces it. */
export interface LaunchTerms {
  currencyId: string;
  startBlock: number;
  reserves: readonly LaunchTerm[];
  preallocations: readonly { address: string; amount: bigint }[];
}

/** Sums of the contributions of one currency; satoshis of it. */
export interface LaunchTotal {
  accepted: bigint;
  refunded: bigint;
  carveOut: bigint;
}

const COIN = 100_000_000n;
/** The 0.025 % that a conversion costs (CReserveTransactionDescriptor::CONVERSION_FEE_FACTOR). */
const CONVERSION_FEE = 25_000n;
/** The least that counts as a fee where a maximum is checked. */
const FEE_MIN = 20_000n;

/** Part of a contribution that is converted. */
export function netOf(amount: bigint): bigint {
  return amount - (amount * CONVERSION_FEE) / COIN;
}

/** Whether a contribution still fits below the maximum, in the order of exports (docs/verus/currencies.md#launch). The import has the last word. */
export function isAccepted(amount: bigint, accepted: bigint, maximum: bigint | null): boolean {
  const fee = (amount * CONVERSION_FEE) / COIN;
  return maximum === null || accepted + amount - (fee > FEE_MIN ? fee : FEE_MIN) <= maximum;
}
