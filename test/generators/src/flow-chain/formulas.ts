export { conversionFee, exporterReward, exportFee } from '@ledgergraph/recorded-node/import-fees';

/** One coin in satoshis; also what prices and weights are multiples of. */
export const COIN = 100_000_000n;
const PRICE_SCALE = COIN * COIN;

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

/** Part of the fee pool that a block hands to its producer: one per cent, but never less than 0.0001 while there is as much. */
export function poolShare(pool: bigint): bigint {
  const floor = pool < 10_000n ? pool : 10_000n;
  return pool / 100n > floor ? pool / 100n : floor;
}
