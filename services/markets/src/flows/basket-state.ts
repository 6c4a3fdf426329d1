/** A reserve of a basket as an import leaves it; amounts and prices in satoshis. */
export interface BasketReserve {
  currencyId: string;
  /** 10^8 = 100 %. */
  weight: bigint;
  /** Units held; for a token, which holds none, the launch price. */
  reserves: bigint;
  /** Marginal price after the import: units of this reserve for one unit of the currency, as the next two. */
  priceInReserve: bigint;
  /** Price of all conversions of the import into or out of the currency. */
  lastConversionPrice: bigint;
  /** Price of the second hop of all its conversions from reserve to reserve. */
  viaConversionPrice: bigint;
  /** Net amounts that came in and went out with this import. */
  reserveIn: bigint;
  reserveOut: bigint;
  /** Units of the basket that were sold into this reserve. */
  primaryIn: bigint;
  /** Fees that were taken in this reserve, and the part of them that is conversion fees. */
  fees: bigint;
  conversionFees: bigint;
}

/** State of a currency after an import: what its notarization prints. Prelaunch states are previews. */
export interface BasketState {
  currencyId: string;
  height: number;
  /** Unix seconds of the block. */
  time: number;
  txIndex: number;
  /** Output of the notarization. */
  vout: number;
  /** See CURRENCY_STATE_FLAGS of verus-protocol. */
  flags: number;
  supply: bigint;
  initialSupply: bigint;
  /** Minted, or taken out by a burn that changes weights: signed. */
  emitted: bigint;
  /** Units that the import made less those that it took, in all: signed. */
  primaryOut: bigint;
  /** Units that the launch gave to contributors. */
  preconvertedOut: bigint;
  /** Fees that were taken in the currency itself, and the part of them that is conversion fees. */
  primaryFees: bigint;
  primaryConversionFees: bigint;
  reserves: BasketReserve[];
}

/** The reserve of a state that is a currency; undefined: the basket does not hold the currency. */
export function reserveOf(state: Pick<BasketState, 'reserves'>, currencyId: string): BasketReserve | undefined {
  return state.reserves.find((reserve) => reserve.currencyId === currencyId);
}
