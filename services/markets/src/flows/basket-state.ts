export interface BasketReserve {
  currencyId: string;
  /** 10^8 = 100 %. */
  weight: bigint;
  /** A token, which holds none, has its launch price here. */
  reserves: bigint;
  /** Marginal price: units of this reserve for one unit of the currency, as in the next two. */
  priceInReserve: bigint;
  lastConversionPrice: bigint;
  /** Price of second hops from reserve to reserve. */
  viaConversionPrice: bigint;
  /** Net amounts that came in and went out with this import. */
  reserveIn: bigint;
  reserveOut: bigint;
  /** Units of the basket that were sold into this reserve. */
  primaryIn: bigint;
  fees: bigint;
  conversionFees: bigint;
}

export interface BasketState {
  currencyId: string;
  height: number;
  /** Unix seconds. */
  time: number;
  txIndex: number;
  vout: number;
  /** See CURRENCY_STATE_FLAGS of verus-protocol. */
  flags: number;
  supply: bigint;
  initialSupply: bigint;
  /** Signed: minted, or taken out by a burn that changes weights. */
  emitted: bigint;
  /** Signed: units that the import made less those that it took. */
  primaryOut: bigint;
  preconvertedOut: bigint;
  /** Fees that were taken in the currency itself. */
  primaryFees: bigint;
  primaryConversionFees: bigint;
  reserves: BasketReserve[];
}

export function reserveOf(state: Pick<BasketState, 'reserves'>, currencyId: string): BasketReserve | undefined {
  return state.reserves.find((reserve) => reserve.currencyId === currencyId);
}
