import { COIN } from './formulas.ts';

/** In hundred-millionths of the given amount. */
const CONVERSION_FEE = 25_000n;
/** Exporters get half of an export's fees, and more for each further transfer up to this number. */
const PAID_TRANSFERS = 50n;
const LEAST_REWARD = 40_000n;

export function conversionFee(amount: bigint, hops: 1 | 2): bigint {
  return ((amount * CONVERSION_FEE) / COIN) * BigInt(hops);
}

/** The rest goes to the fee pool. */
export function exportFee(fees: bigint, transfers: number): bigint {
  const paid = BigInt(transfers) < PAID_TRANSFERS ? BigInt(transfers) : PAID_TRANSFERS;
  return (fees * (COIN / 2n + (COIN / 200n) * (paid > 0n ? paid - 1n : 0n))) / COIN;
}

/** Part of `exportFee` that the import pays out. */
export function exporterReward(fee: bigint): bigint {
  const least = fee < LEAST_REWARD ? fee : LEAST_REWARD;
  return fee / 10n > least ? fee / 10n : least;
}
