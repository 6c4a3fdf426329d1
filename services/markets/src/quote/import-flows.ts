import { type Curve, type Flows, toBasket } from './convert-amounts.ts';

/** A reserve of a basket, as far as conversions depend on it; satoshis. */
export interface ConvertedReserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
  /** Price of the import before. */
  lastConversionPrice: bigint;
}

/** The part of a basket's state that conversions depend on. */
export interface ConvertedBasket {
  currencyId: string;
  supply: bigint;
  reserves: readonly ConvertedReserve[];
}

/** Amounts that one conversion brings into an import: indexes of the basket's reserves, null for the basket itself; satoshis. */
export interface ConversionInput {
  from: number | null;
  to: number | null;
  /** The source, without the conversion fee. */
  net: bigint;
  conversionFee: bigint;
}

/** The basket that the conversions of an import meet, and what they bring. */
export interface ImportFlows {
  curve: Curve;
  flows: Flows;
}

/**
 * Flows of an import that has these conversions alone (`AddReserveTransferImportOutputs` of pbaas/reserves.cpp). Of the conversion fees in
 * one currency, half stays in the basket (reserves join it after the conversion, basket is burned before it), and the other half is
 * converted to native coins together with everything else, so that it moves the prices too. Transfer fees in native coins move nothing.
 * @param native index of the native currency among the reserves; -1: fees are not converted
 */
export function flowsOfImport(
  state: ConvertedBasket,
  native: number,
  conversions: readonly ConversionInput[],
): ImportFlows {
  const { reserves } = state;
  const reservesIn = reserves.map(() => 0n);
  const basketIn = reserves.map(() => 0n);
  const onwards = reserves.map(() => reserves.map(() => 0n));
  const fees = reserves.map(() => 0n);
  let basketFees = 0n;
  const sendOn = (from: number, to: number, amount: bigint): void => {
    const row = onwards[from];
    if (row !== undefined) add(row, to, amount);
  };
  for (const { from, to, net, conversionFee } of conversions) {
    if (from === null) {
      basketFees += conversionFee;
      add(basketIn, to ?? 0, net);
      continue;
    }
    add(fees, from, conversionFee);
    add(reservesIn, from, net);
    // As the daemon does: at the earlier prices, a source too small for a satoshi of basket goes no further.
    const isWorthIt = toBasket(net, reserves[from]?.lastConversionPrice ?? 0n) > 0n;
    if (to !== null && isWorthIt) sendOn(from, to, net);
  }
  const convertsFees = native >= 0 && (reserves[native]?.reserves ?? 0n) > 0n;
  if (convertsFees) {
    for (const [from, fee] of fees.entries()) {
      if (from === native) continue;
      const converted = fee - fee / 2n;
      add(reservesIn, from, converted);
      sendOn(from, native, converted);
    }
    add(basketIn, native, basketFees - basketFees / 2n);
  }
  const burned = convertsFees ? basketFees / 2n : 0n;
  const curve = {
    supply: state.supply - burned,
    reserves: reserves.map((reserve) => reserve.reserves),
    weights: reserves.map(({ weight }) => weight),
  };
  return { curve, flows: { reservesIn, basketIn, onwards } };
}

function add(sums: bigint[], index: number, amount: bigint): void {
  sums[index] = (sums[index] ?? 0n) + amount;
}
