const COIN = 100_000_000n;
/** Conversion fee in hundred-millionths of what is given. */
const CONVERSION_FEE = 25_000n;
/** Exporters get half of an export's fees, and more for each further transfer, up to this many. */
const PAID_TRANSFERS = 50n;
const LEAST_REWARD = 40_000n;

/** Fee that a conversion takes out of its amount: once for each hop. */
export function conversionFee(amount: bigint, hops: 1 | 2): bigint {
  return ((amount * CONVERSION_FEE) / COIN) * BigInt(hops);
}

/** Part of an import's fees that the exporter gets; the rest goes to the fee pool. @param transfers of the export */
export function exportFee(fees: bigint, transfers: number): bigint {
  const paid = BigInt(transfers) < PAID_TRANSFERS ? BigInt(transfers) : PAID_TRANSFERS;
  return (fees * (COIN / 2n + (COIN / 200n) * (paid > 0n ? paid - 1n : 0n))) / COIN;
}

/** Part of `exportFee` that is paid out in the import. */
export function exporterReward(fee: bigint): bigint {
  const least = fee < LEAST_REWARD ? fee : LEAST_REWARD;
  return fee / 10n > least ? fee / 10n : least;
}
