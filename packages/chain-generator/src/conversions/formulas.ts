/** Prices and weights are multiples of it, too. */
export const COIN = 100_000_000n;
const PRICE_SCALE = COIN * COIN;

/** @param price reserve for one unit */
export function intoBasket(amount: bigint, price: bigint): bigint {
  return (amount * COIN) / price;
}

/** @param price reserve for one unit */
export function outOfBasket(amount: bigint, price: bigint): bigint {
  return (amount * price) / COIN;
}

/** The reserve's share of all that it could buy. */
export function spotPrice(reserves: bigint, supply: bigint, weight: bigint): bigint {
  return ((reserves === 0n ? COIN : reserves) * PRICE_SCALE) / (supply * weight);
}

/** Rounded up. */
export function launchPrice(accepted: bigint, initialSupply: bigint, weight: bigint): bigint {
  const divisor = initialSupply * weight;
  return (accepted * PRICE_SCALE + divisor - 1n) / divisor;
}

/** One per cent, but at least 0.0001 while there is as much. */
export function poolShare(pool: bigint): bigint {
  const floor = pool < 10_000n ? pool : 10_000n;
  return pool / 100n > floor ? pool / 100n : floor;
}
