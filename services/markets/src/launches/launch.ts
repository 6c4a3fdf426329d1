export type LaunchStatus = 'PRELAUNCH' | 'LAUNCHED' | 'REFUNDING' | 'COMPLETE';

export interface LaunchTerm {
  currencyId: string;
  /** Below it, all contributions go back. */
  minimum: bigint;
  /** Null if all contributions are accepted. */
  maximum: bigint | null;
}

export interface LaunchTerms {
  currencyId: string;
  startBlock: number;
  reserves: readonly LaunchTerm[];
  preallocations: readonly { address: string; amount: bigint }[];
}

export interface LaunchTotal {
  accepted: bigint;
  refunded: bigint;
  carveOut: bigint;
}

const COIN = 100_000_000n;
/** 0.025 % (CReserveTransactionDescriptor::CONVERSION_FEE_FACTOR). */
const CONVERSION_FEE = 25_000n;
/** The least fee where a maximum is checked. */
const FEE_MIN = 20_000n;

export function netOf(amount: bigint): bigint {
  return amount - (amount * CONVERSION_FEE) / COIN;
}

/** In the order of exports (docs/verus/currencies.md#launch). The import has the last word. */
export function isAccepted(amount: bigint, accepted: bigint, maximum: bigint | null): boolean {
  const fee = (amount * CONVERSION_FEE) / COIN;
  return maximum === null || accepted + amount - (fee > FEE_MIN ? fee : FEE_MIN) <= maximum;
}
