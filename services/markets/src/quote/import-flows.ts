import { type Curve, type Flows, toBasket } from './convert-amounts.ts';

export interface ConvertedReserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
  /** Price of the import before. */
  lastConversionPrice: bigint;
}

export interface ConvertedBasket {
  currencyId: string;
  supply: bigint;
  reserves: readonly ConvertedReserve[];
}

/** Indexes are those of reserves; null is the basket itself. */
export interface ConversionInput {
  from: number | null;
  to: number | null;
  /** Without the conversion fee. */
  net: bigint;
  conversionFee: bigint;
}

export interface ImportFlows {
  curve: Curve;
  flows: Flows;
}

/**
 * Flows of `AddReserveTransferImportOutputs` (pbaas/reserves.cpp). Half of the conversion fees stays in the basket: reserves join it
 * after the conversion, basket is burned before it. The other half becomes native coins, which moves prices.
 * @param native index among the reserves; with -1, fees are not converted
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
    // As in the daemon, a source too small for a satoshi of basket at the earlier prices goes no further.
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
