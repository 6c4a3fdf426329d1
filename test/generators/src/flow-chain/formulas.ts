/** One coin in satoshis; also what prices and weights are multiples of. */
export const COIN = 100_000_000n;
/** A quarter of a thousandth; a conversion over two markets pays it twice (reserves.h: SUCCESS_FEE). */
const CONVERSION_FEE = 25_000n;
const PRICE_SCALE = COIN * COIN;
/** Exporters get half of an export's fees, and more for each further transfer, up to this many. */
const PAID_TRANSFERS = 50n;
const LEAST_REWARD = 40_000n;

/** Fee that a conversion takes out of its amount, in satoshis. */
export function conversionFee(amount: bigint, hops: 1 | 2): bigint {
  return ((amount * CONVERSION_FEE) / COIN) * BigInt(hops);
}

/** Units of a basket for an amount of a reserve. @param price reserve for one unit */
export function intoBasket(amount: bigint, price: bigint): bigint {
  return (amount * COIN) / price;
}

/** Reserve for an amount of a basket. @param price reserve for one unit */
export function outOfBasket(amount: bigint, price: bigint): bigint {
  return (amount * price) / COIN;
}

/** Marginal price of a basket in a reserve: the reserve's share of all that it could buy. */
export function spotPrice(reserves: bigint, supply: bigint, weight: bigint): bigint {
  return ((reserves === 0n ? COIN : reserves) * PRICE_SCALE) / (supply * weight);
}

/** Price at which a basket launches, rounded up. */
export function launchPrice(accepted: bigint, initialSupply: bigint, weight: bigint): bigint {
  const divisor = initialSupply * weight;
  return (accepted * PRICE_SCALE + divisor - 1n) / divisor;
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

/** Part of the fee pool that a block hands to its producer: one per cent, but never less than 0.0001 while there is as much. */
export function poolShare(pool: bigint): bigint {
  const floor = pool < 10_000n ? pool : 10_000n;
  return pool / 100n > floor ? pool / 100n : floor;
}
