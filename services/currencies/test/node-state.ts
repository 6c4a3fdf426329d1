import type { ExactJson } from '@ledgergraph/verus-protocol/lossless-json';

export type Members = Record<string, ExactJson>;

/** A notarization prints the same state. */
export interface NodeState {
  height: number;
  blocktime: number;
  currencystate: Members & {
    currencyid: string;
    reservecurrencies?: Members[];
    launchcurrencies?: Members[];
    currencies?: Record<string, Members>;
  };
}

export const STATE = `{ blockHeight flags initialSupply emitted supply fees conversionFees weights conversionPrices
  reserves { currencyId amount weight priceInReserve lastConversionPrice viaConversionPrice reserveIn reserveOut } }`;

export function expectedState({ currencystate: node }: Pick<NodeState, 'currencystate'>) {
  const reserves = node.reservecurrencies ?? node.launchcurrencies ?? [];
  const flows = reserves.map((reserve) => node.currencies?.[String(reserve.currencyid)] ?? {});
  return {
    flags: node.flags,
    initialSupply: node.initialsupply,
    emitted: node.emitted,
    supply: node.supply,
    fees: node.primarycurrencyfees,
    conversionFees: node.primarycurrencyconversionfees,
    weights: reserves.map((reserve) => reserve.weight),
    conversionPrices: flows.map((flow) => flow.lastconversionprice),
    reserves: reserves.map((reserve, index) => ({
      currencyId: reserve.currencyid,
      amount: reserve.reserves,
      weight: reserve.weight,
      priceInReserve: reserve.priceinreserve,
      lastConversionPrice: flows[index]?.lastconversionprice,
      viaConversionPrice: flows[index]?.viaconversionprice,
      reserveIn: flows[index]?.reservein,
      reserveOut: flows[index]?.reserveout,
    })),
  };
}
